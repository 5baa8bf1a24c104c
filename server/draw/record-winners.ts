import { insertReward } from '#server/campaign/create-reward.ts'
import { placesOf, prizesOf } from '#server/campaign/prizes.ts'
import { chunksOf } from '#server/chunks.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import type { DrawRow } from './current.ts'
import { maskedName } from './masked-name.ts'

const BATCH = 500

export type Drawn = { readonly ticketNo: string; readonly customerId: string }

/** Stores the drawn customers in the order of the ranking. The first ones get seats; the others become reserves. */
export async function recordWinners(
  db: Db,
  draw: DrawRow,
  ranking: readonly Drawn[],
  at: { now: number; random: Random },
) {
  const { seats } = placesOf(prizesOf(draw.prizes))
  await db.deleteFrom('draw_winner').where('draw_id', '=', draw.id).execute()
  for (const [chunk, batch] of chunksOf(ranking, BATCH).entries()) {
    const names = await namesOf(db, batch)
    const rows = batch.map((drawn, index) => {
      const rank = chunk * BATCH + index + 1
      const name = names.get(drawn.customerId)
      return {
        draw_id: draw.id,
        rank,
        ticket_id: drawn.ticketNo,
        customer_id: drawn.customerId,
        masked_name: maskedName(name?.first_name ?? null, name?.last_name ?? null),
        reserve: rank > seats ? 1 : 0,
        seat: rank > seats ? null : rank,
        promoted_at: null,
      }
    })
    await db.insertInto('draw_winner').values(rows).execute()
    for (const row of rows) {
      await insertReward(db, row.customer_id, at.now, at.random)
      await setState(db, row.customer_id, row.reserve === 1 ? 'reserve' : 'won', row.rank, at.now)
    }
  }
}

export async function namesOf(db: Db, drawn: readonly Pick<Drawn, 'customerId'>[]) {
  const names = new Map<string, { readonly first_name: string | null; readonly last_name: string | null }>()
  for (const some of chunksOf(drawn, BATCH)) {
    const ids = some.map(one => one.customerId)
    const rows = await db
      .selectFrom('customer')
      .select(['id', 'first_name', 'last_name'])
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) names.set(row.id, row)
  }
  return names
}

async function setState(db: Db, customerId: string, state: string, rank: number, now: number): Promise<void> {
  await db
    .updateTable('reward')
    .set(eb => ({ draw_state: state, draw_rank: rank, version: eb('version', '+', 1), updated_at: now }))
    .where('customer_id', '=', customerId)
    .execute()
}
