import { everyone } from '../everyone.ts'
import type { DeskHandler } from '../handler.ts'
import { named, tellManagers } from '../notices.ts'
import { invitePerson } from '../people.ts'

export const handler: DeskHandler<'invite'> = async ({ db, deps, now, body, caller, audit }) => {
  const given = { now, random: deps.random, by: caller.person.id }
  const { personId, token, expiresAt } = await invitePerson(db, body, given)
  const person = { id: personId, name: body.name }
  const detail = { person, role: body.role, by: named(caller.person), for: 'new' } as const
  await tellManagers(db, { kind: 'access-given', detail }, given)
  await audit('desk invite', { person: personId, ...body })
  return { ...(await everyone(db, now)), token, expiresAt }
}
