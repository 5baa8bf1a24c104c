import { everyone } from '../everyone.ts'
import type { DeskHandler } from '../handler.ts'
import { named, tellManagers } from '../notices.ts'
import { changeRole, personOf } from '../people.ts'

export const handler: DeskHandler<'changeRole'> = async ({ db, deps, now, params, body, caller, audit }) => {
  const { role: from } = await personOf(db, params.id)
  const person = await changeRole(db, params.id, body.role)
  const detail = { person: named(person), from, to: body.role, by: named(caller.person) }
  const given = { now, random: deps.random, also: params.id }
  await tellManagers(db, { kind: 'access-changed', detail }, given)
  await audit('desk role', { person: params.id, role: body.role })
  return everyone(db, now)
}
