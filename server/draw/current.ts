import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { DrawRefusal } from './refusal.ts'

export type DrawRow = Tables['draw']

/** The campaign's draw. DrawRefusal where it has none. */
export async function currentDraw(db: Db): Promise<{ campaign: Campaign; draw: DrawRow }> {
  const campaign = await readCampaign(db)
  const draw = await db
    .selectFrom('draw')
    .selectAll()
    .where('id', '=', campaign.draw_id ?? '')
    .executeTakeFirst()
  if (!draw) throw new DrawRefusal('This campaign has no draw.')
  return { campaign, draw }
}

/**
 * The same for who is about to take a step of it: another organiser who begins one meanwhile waits for its end, and
 * then sees what it has done.
 */
export async function lockCurrentDraw(db: Db): Promise<{ campaign: Campaign; draw: DrawRow }> {
  // An update that changes nothing takes the row's lock on PostgreSQL; SQLite has no SELECT ... FOR UPDATE.
  await db
    .updateTable('draw')
    .set(eb => ({ state: eb.ref('state') }))
    .where('id', '=', eb => eb.selectFrom('campaign').select('draw_id'))
    .execute()
  return currentDraw(db)
}

/** Writes the next step over the state it was read in; somebody else may have been faster. */
export async function advance(db: Db, draw: DrawRow, change: Partial<Omit<DrawRow, 'id'>>): Promise<void> {
  const changed = await db
    .updateTable('draw')
    .set(change)
    .where('id', '=', draw.id)
    .where('state', '=', draw.state)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n)
    throw new DrawRefusal('Somebody else has just taken a step of this draw.')
}
