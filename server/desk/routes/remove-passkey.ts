import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'
import { named, tellManagers } from '../notices.ts'
import { passkeysOf } from '../own-passkeys.ts'
import { personOf } from '../people.ts'
import { endSessionsOf } from '../sessions.ts'

export const handler: DeskHandler<'removePasskey'> = async ({
  db,
  deps,
  now,
  caller,
  body,
  audit,
  setSession,
}) => {
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
}
