import type { DeskHandler } from '../handler.ts'
import { checkPasskey } from '../passkeys.ts'
import { renewSession } from '../sessions.ts'
import { meOf } from '../start-session.ts'

export const handler: DeskHandler<'verify'> = async ({ db, deps, now, body, caller, setSession }) => {
  const given = { response: body.response, personId: caller.person.id, now }
  const { passkeyId } = await checkPasskey(db, deps, given)
  const { token, session } = await renewSession(db, caller.session, { now, random: deps.random, passkeyId })
  setSession(token)
  return meOf({ ...caller, session }, deps)
}
