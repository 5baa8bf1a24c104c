import { knownBrowserName } from '#contract/desk/browser-name.ts'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import { may, permissions } from '#contract/desk/roles.ts'
import { appendAudit } from '#server/audit/log.ts'
import type { Db } from '#server/store/tables.ts'
import type { DeskDeps } from '../deps.ts'
import { rememberDevice } from '../devices.ts'
import { DeskError } from '../errors.ts'
import { deskHandlers, type ReceivedDeskCall } from '../handler.ts'
import { activate, checkCode, openInvitation } from '../invitations.ts'
import { named, tellManagers } from '../notices.ts'
import { checkPasskey, createPasskey, creationOptions, requestOptions } from '../passkeys.ts'
import { actorOf, type Person, personOf } from '../people.ts'
import { createSession, type DeskSession, endSessionsOf, freshUntil, renewSession } from '../sessions.ts'

/** The first passkey has no name; the page shows its own label. */
const FIRST_PASSKEY = ''

export const signInHandlers = deskHandlers({
  async welcome({ db, deps }) {
    const demo = deps.demo
      ? await db
          .selectFrom('desk_person')
          .select(['id', 'name', 'role'])
          .where('state', '=', 'active')
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      : []
    return { campaign: deps.campaign, demo }
  },
  me: async ({ caller, deps }) => meOf(caller, deps),
  signInOptions: async ({ db, deps, now }) => ({
    options: await requestOptions(db, deps, { personId: null, now }),
  }),
  async signIn(call) {
    const { db, deps, now, body } = call
    const { passkeyId, personId } = await checkPasskey(db, deps, {
      response: body.response,
      personId: null,
      now,
    })
    const person = await personOf(db, personId)
    if (person.state !== 'active') throw new DeskError('PASSKEY_REFUSED')
    return startSession(call, person, { action: 'desk sign-in', passkeyId, isKnown: false })
  },
  async demoSignIn(call) {
    if (!call.deps.demo) throw new DeskError('NOT_FOUND')
    const person = await personOf(call.db, call.body.personId)
    if (person.state !== 'active') throw new DeskError('NOT_FOUND')
    return startSession(call, person, { action: 'desk sign-in (demo)', passkeyId: null, isKnown: true })
  },
  async invitationOptions({ db, deps, now, body }) {
    const opened = await openInvitation(db, body.token, now)
    const { person, invitation } = opened
    // Check the code before the device creates a passkey. When the page opens, no code has been entered yet.
    if (body.code !== undefined) await checkCode(db, opened, body.code, { now, random: deps.random })
    const options = await creationOptions(db, deps, person, { purpose: 'invitation', now })
    return { options, name: person.name, role: person.role, needsCode: invitation.code_hash !== null }
  },
  async acceptInvitation(call) {
    const { db, deps, now, body } = call
    const opened = await openInvitation(db, body.token, now)
    const { person } = opened
    await checkCode(db, opened, body.code, { now, random: deps.random })
    const given = { response: body.response, name: FIRST_PASSKEY, purpose: 'invitation', now } as const
    const passkeyId = await createPasskey(db, deps, person, given)
    // Notify before activating the person, so that they are not notified of their own first sign-in.
    const { role } = person
    const detail = { person: named(person), role, browser: knownBrowserName(call.browser) }
    await tellManagers(db, { kind: 'joined', detail }, { now, random: deps.random })
    await activate(db, person.id)
    return startSession(call, person, { action: 'desk join', passkeyId, isKnown: true })
  },
  verifyOptions: async ({ db, deps, now, caller }) => ({
    options: await requestOptions(db, deps, { personId: caller.person.id, now }),
  }),
  async verify({ db, deps, now, body, caller, setSession }) {
    const given = { response: body.response, personId: caller.person.id, now }
    const { passkeyId } = await checkPasskey(db, deps, given)
    const { token, session } = await renewSession(db, caller.session, { now, random: deps.random, passkeyId })
    setSession(token)
    return meOf({ ...caller, session }, deps)
  },
  async signOut({ db, caller, audit, setSession }) {
    await db.deleteFrom('desk_session').where('id', '=', caller.session.id).execute()
    await audit('desk sign-out', {})
    setSession(null)
    return {}
  },
  passkeys: async ({ db, caller }) => passkeysOf(db, caller.person.id),
  passkeyOptions: async ({ db, deps, now, caller }) => ({
    options: await creationOptions(db, deps, caller.person, { purpose: 'passkey', now }),
  }),
  async addPasskey({ db, deps, now, browser, caller, body, audit }) {
    await createPasskey(db, deps, caller.person, { ...body, purpose: 'passkey', now })
    const person = named(caller.person)
    const detail = { person, passkey: body.name, browser: knownBrowserName(browser) }
    await tellManagers(db, { kind: 'passkey-added', detail }, { now, random: deps.random, also: person.id })
    await audit('desk passkey add', {}, { about: [], values: { name: body.name } })
    return passkeysOf(db, caller.person.id)
  },
  async removePasskey({ db, deps, now, caller, body, audit, setSession }) {
    await personOf(db, caller.person.id)
    const { passkeys } = await passkeysOf(db, caller.person.id)
    const removed = passkeys.find(({ id }) => id === body.id)
    if (!removed) throw new DeskError('NOT_FOUND')
    if (passkeys.length === 1) throw new DeskError('LAST_PASSKEY')
    await db.deleteFrom('desk_passkey').where('id', '=', body.id).execute()
    const ended = await endSessionsOf(db, body.id, caller.session)
    const person = named(caller.person)
    const detail = { person, passkey: removed.name }
    await tellManagers(db, { kind: 'passkey-removed', detail }, { now, random: deps.random, also: person.id })
    await audit(
      'desk passkey remove',
      { sessions: ended.length },
      { about: [], values: { name: removed.name } },
    )
    if (ended.includes(caller.session.id)) setSession(null)
    return passkeysOf(db, caller.person.id)
  },
})

type Starting = Pick<
  ReceivedDeskCall<'signIn' | 'demoSignIn' | 'acceptInvitation'>,
  'db' | 'deps' | 'now' | 'browser' | 'device' | 'caller' | 'setSession' | 'setDevice'
>

/**
 * Starts a session with a new token and ends the browser's previous session. If the browser is new for this person,
 * notifies the person and the managers, unless `isKnown` is passed.
 */
async function startSession(
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

const meOf = ({ session, person }: DeskSession, { demo }: Pick<DeskDeps, 'demo'>): DeskAnswer<'me'> => ({
  id: person.id,
  name: person.name,
  role: person.role,
  permissions: permissions.filter(permission => may(person.role, permission)),
  sessionId: session.id,
  expiresAt: session.expires_at,
  freshUntil: freshUntil(session),
  demo,
})

async function passkeysOf(db: Db, personId: string): Promise<DeskAnswer<'passkeys'>> {
  const rows = await db
    .selectFrom('desk_passkey')
    .select(['id', 'name', 'created_at as createdAt', 'used_at as usedAt'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { passkeys: rows }
}
