import { knownBrowserName } from '#contract/desk/browser-name.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'
import { named, tellPerson } from '../notices.ts'
import { sessionsFor } from '../session-list.ts'

export const handler: DeskHandler<'endSession'> = async ({ db, deps, now, params, caller, audit }) => {
  const { sessions } = await sessionsFor(db, caller, now)
  const ended = sessions.find(({ id }) => id === params.id)
  if (!ended) throw new DeskError('NOT_FOUND')
  await db.deleteFrom('desk_session').where('id', '=', params.id).execute()
  if (ended.personId !== caller.person.id) {
    const person = { id: ended.personId, name: ended.name }
    const detail = { person, browser: knownBrowserName(ended.browser), by: named(caller.person) }
    await tellPerson(db, person.id, { kind: 'session-ended', detail }, { now, random: deps.random })
  }
  await audit('desk end session', { session: params.id, person: ended.personId })
  return { sessions: sessions.filter(({ id }) => id !== params.id) }
}
