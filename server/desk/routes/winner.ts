import { winnerDetails } from '#server/winners/details.ts'
import { recordView } from '../customers/views.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'
import { actorOf } from '../people.ts'

export const handler: DeskHandler<'winner'> = async ({ db, deps, now, params, caller }) => {
  const found = await winnerDetails(db, params.id, now)
  if (!found) throw new DeskError('NOT_FOUND')
  const view = { customerId: params.id, actor: actorOf(caller.person), now }
  await recordView({ db, dialect: deps.dialect }, view)
  const { winner, phone, label } = found
  return { winner, phone, label }
}
