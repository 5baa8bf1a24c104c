import { knownBrowserName } from '#contract/desk/browser-name.ts'
import type { DeskHandler } from '../handler.ts'
import { named, tellPerson } from '../notices.ts'
import { sessionsFor } from '../session-list.ts'
import { isLive } from '../sessions.ts'

export const handler: DeskHandler<'endOtherSessions'> = async ({ db, deps, now, browser, caller, audit }) => {
  const person = named(caller.person)
  const ended = await db
    .deleteFrom('desk_session')
    .where('person_id', '=', person.id)
    .where('id', '!=', caller.session.id)
    .returningAll()
    .execute()
  const count = ended.filter(session => isLive(session, now)).length
  if (count > 0) {
    const detail = { person, count, browser: knownBrowserName(browser) }
    await tellPerson(db, person.id, { kind: 'sessions-ended', detail }, { now, random: deps.random })
  }
  await audit('desk end other sessions', { sessions: count })
  return sessionsFor(db, caller, now)
}
