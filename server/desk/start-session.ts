import { knownBrowserName } from '#contract/desk/browser-name.ts'
import { may, permissions } from '#contract/desk/roles.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { appendAudit } from '#server/audit/log.ts'
import type { DeskDeps } from './deps.ts'
import { rememberDevice } from './devices.ts'
import type { ReceivedDeskCall } from './handler.ts'
import { named, tellManagers } from './notices.ts'
import { actorOf, type Person } from './people.ts'
import { createSession, type DeskSession, freshUntil } from './sessions.ts'

type Starting = Pick<
  ReceivedDeskCall<'signIn' | 'demoSignIn' | 'acceptInvitation'>,
  'db' | 'deps' | 'now' | 'browser' | 'device' | 'caller' | 'setSession' | 'setDevice'
>

/**
 * Starts a session with a new token and ends the browser's previous session. If the browser is new for this person,
 * notifies the person and the managers, unless `isKnown` is passed.
 */
export async function startSession(
  call: Starting,
  person: Person,
  given: { readonly action: string; readonly passkeyId: string | null; readonly isKnown: boolean },
): Promise<DeskAnswer<'me'>> {
  const { db, deps, now, browser, caller } = call
  const { random } = deps
  const { action, passkeyId, isKnown } = given
  if (caller) await db.deleteFrom('desk_session').where('id', '=', caller.session.id).execute()
  const device =
    passkeyId === null ? null : await rememberDevice(db, person.id, { token: call.device, now, random })
  const started = { now, random, browser, passkeyId, deviceId: device?.id ?? null }
  const { token, session } = await createSession(db, person.id, started)
  if (device?.isNew && !isKnown) {
    const detail = { person: named(person), browser: knownBrowserName(browser) }
    await tellManagers(db, { kind: 'new-device', detail }, { now, random, also: person.id })
  }
  await appendAudit(db, { at: now, actor: actorOf(person), action, detail: { session: session.id } })
  call.setSession(token)
  if (device) call.setDevice(device.token)
  return meOf({ session, person }, deps)
}

export const meOf = (
  { session, person }: DeskSession,
  { demo }: Pick<DeskDeps, 'demo'>,
): DeskAnswer<'me'> => ({
  id: person.id,
  name: person.name,
  role: person.role,
  permissions: permissions.filter(permission => may(person.role, permission)),
  sessionId: session.id,
  expiresAt: session.expires_at,
  freshUntil: freshUntil(session),
  demo,
})
