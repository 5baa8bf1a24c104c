import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'
import { checkPasskey } from '../passkeys.ts'
import { personOf } from '../people.ts'
import { startSession } from '../start-session.ts'

export const handler: DeskHandler<'signIn'> = async call => {
  const { db, deps, now, body } = call
  const { passkeyId, personId } = await checkPasskey(db, deps, {
    response: body.response,
    personId: null,
    now,
  })
  const person = await personOf(db, personId)
  if (person.state !== 'active') throw new DeskError('PASSKEY_REFUSED')
  return startSession(call, person, { action: 'desk sign-in', passkeyId, isKnown: false })
}
