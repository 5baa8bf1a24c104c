import { isoOrNull } from '#contract/time.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { DrawRefusal } from './refusal.ts'
import { promiseText } from './scheme.ts'

export type DrawRow = Tables['draw']

/** Throws DrawRefusal if the campaign has no draw. */
export async function currentDraw(db: Db): Promise<{ campaign: Campaign; draw: DrawRow }> {
  const campaign = await readCampaign(db)
  const draw = await db
    .selectFrom('draw')
    .selectAll()
    .where('id', '=', campaign.draw_id ?? '')
    .executeTakeFirst()
  if (!draw) throw new DrawRefusal('NO_DRAW')
  return { campaign, draw }
}

/** Locks and returns the campaign's draw. A concurrent step waits for this transaction and then sees its result. */
export async function lockCurrentDraw(db: Db): Promise<{ campaign: Campaign; draw: DrawRow }> {
  // On PostgreSQL, a no-op update locks the row. SQLite has no SELECT ... FOR UPDATE.
  await db
    .updateTable('draw')
    .set(eb => ({ state: eb.ref('state') }))
    .where('id', '=', eb => eb.selectFrom('campaign').select('draw_id'))
    .execute()
  return currentDraw(db)
}

/** Throws DrawRefusal if the draw's state has changed since it was read. */
export async function advanceDraw(
  db: Db,
  draw: DrawRow,
  change: Partial<Omit<DrawRow, 'id'>>,
): Promise<void> {
  const changed = await db
    .updateTable('draw')
    .set(change)
    .where('id', '=', draw.id)
    .where('state', '=', draw.state)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new DrawRefusal('DRAW_CHANGED')
}

/** Returns the promise line that is included in the list's hash; null if an earlier release sealed the list. */
export const promiseLine = (draw: DrawRow): string | null =>
  draw.formula === 3
    ? promiseText({
        drawId: draw.id,
        sealedFor: draw.sealed_for,
        commitment: draw.commitment,
        beaconSource: draw.beacon_source,
        beaconAt: isoOrNull(draw.beacon_at),
        prizes: prizesOf(draw.prizes),
      })
    : null
