import { everyone } from '../everyone.ts'
import type { DeskHandler } from '../handler.ts'
import { named, tellManagers } from '../notices.ts'
import { endPerson } from '../people.ts'

export const handler: DeskHandler<'endPerson'> = async ({ db, deps, now, params, caller, audit }) => {
  const person = await endPerson(db, params.id, { by: caller.person.id })
  const detail = { person: named(person), role: person.role, by: named(caller.person) }
  await tellManagers(db, { kind: 'access-ended', detail }, { now, random: deps.random })
  await audit('desk end access', { person: params.id })
  return everyone(db, now)
}
