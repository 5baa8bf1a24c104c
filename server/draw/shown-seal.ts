import type { DrawSeal } from '#contract/schema/master.ts'
import { isoOf } from '#contract/time.ts'
import { type Campaign, campaignState } from '#server/campaign/clock.ts'
import type { Db } from '#server/store/tables.ts'
import { formulaOfDraw } from './entries.ts'

/** Null if the list is not sealed. Reads nothing while the campaign is running. */
export async function shownSeal(db: Db, campaign: Campaign, now: number): Promise<DrawSeal | null> {
  if (campaign.draw_id === null) return null
  if (now < campaign.closes_at && campaignState(campaign, now) !== 'ended') return null
  const draw = await db.selectFrom('draw').selectAll().where('id', '=', campaign.draw_id).executeTakeFirst()
  if (!draw || draw.entries_hash === null || draw.sealed_at === null) return null
  return {
    drawId: draw.id,
    entriesHash: draw.entries_hash,
    formula: await formulaOfDraw(db, draw),
    sealedAt: isoOf(draw.sealed_at),
  }
}
