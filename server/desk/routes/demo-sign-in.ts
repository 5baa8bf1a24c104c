import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'
import { personOf } from '../people.ts'
import { startSession } from '../start-session.ts'

export const handler: DeskHandler<'demoSignIn'> = async call => {
  if (!call.deps.demo) throw new DeskError('NOT_FOUND')
  const person = await personOf(call.db, call.body.personId)
  if (person.state !== 'active') throw new DeskError('NOT_FOUND')
  return startSession(call, person, { action: 'desk sign-in (demo)', passkeyId: null, isKnown: true })
}
