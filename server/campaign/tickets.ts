import { uuidv7 } from '#contract/uuidv7.ts'
import { chunksOf } from '#server/chunks.ts'
import type { Random } from '#server/random.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { type Campaign, readCampaign } from './clock.ts'

type Source = Tables['ticket']['source']

/** Repeating this has no effect, because (source, source_id, seq) is unique. */
export async function issueTickets(
  db: Db,
  ticket: { customerId: string; source: Source; sourceId: string; count: number },
  now: number,
  random: Random,
): Promise<void> {
  const rows = Array.from({ length: ticket.count }, (_, seq) => ({
    id: uuidv7(now, random.bytes(16)),
    customer_id: ticket.customerId,
    source: ticket.source,
    source_id: ticket.sourceId,
    seq,
    state: 'valid' as const,
    created_at: now,
  }))
  for (const some of chunksOf(rows, BATCH_ROWS))
    await db
      .insertInto('ticket')
      .values(some)
      .onConflict(conflict => conflict.columns(['source', 'source_id', 'seq']).doNothing())
      .execute()
}

const BATCH_ROWS = 500

export async function ticketsOf(
  db: Db,
  source: Source,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (sourceIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ticket')
    .select(['source_id', eb => eb.fn.countAll<number>().as('count')])
    .where('source', '=', source)
    .where('source_id', 'in', sourceIds)
    .where('state', '=', 'valid')
    .groupBy('source_id')
    .execute()
  return new Map(rows.map(row => [row.source_id, Number(row.count)]))
}

/** A sealed list never changes. */
export async function isListSealed(db: Db, campaign: Pick<Campaign, 'draw_id'>): Promise<boolean> {
  if (campaign.draw_id === null) return false
  const draw = await db
    .selectFrom('draw')
    .select('sealed_at')
    .where('id', '=', campaign.draw_id)
    .executeTakeFirst()
  return draw !== undefined && draw.sealed_at !== null
}

/** Voids the tickets of customers whose data is erased, unless the draw's list is already sealed. */
export async function voidTickets(db: Db, customerIds: readonly string[]): Promise<void> {
  // The hash of a sealed list is public. If tickets were removed, the draw could not be verified.
  if (await isListSealed(db, await readCampaign(db))) return
  await db.updateTable('ticket').set({ state: 'void' }).where('customer_id', 'in', customerIds).execute()
}
