import { knownBrowserName } from '#contract/desk/browser-name.ts'
import type { DeskHandler } from '../handler.ts'
import { activate, checkCode, openInvitation } from '../invitations.ts'
import { named, tellManagers } from '../notices.ts'
import { createPasskey } from '../passkeys.ts'
import { startSession } from '../start-session.ts'

/** The first passkey has no name; the page shows its own label. */
const FIRST_PASSKEY = ''

export const handler: DeskHandler<'acceptInvitation'> = async call => {
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
}
