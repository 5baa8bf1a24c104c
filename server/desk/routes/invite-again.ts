import { everyone } from '../everyone.ts'
import type { DeskHandler } from '../handler.ts'
import { named, tellManagers } from '../notices.ts'
import { inviteAgain, personOf } from '../people.ts'

export const handler: DeskHandler<'inviteAgain'> = async ({ db, deps, now, params, caller, audit }) => {
  const given = { now, random: deps.random, by: caller.person.id }
  const person = await personOf(db, params.id)
  const { token, expiresAt } = await inviteAgain(db, params.id, given)
  const detail = {
    person: named(person),
    role: person.role,
    by: named(caller.person),
    for: 'again',
  } as const
  await tellManagers(db, { kind: 'access-given', detail }, given)
  await audit('desk invite again', { person: params.id })
  return { ...(await everyone(db, now)), token, expiresAt }
}
