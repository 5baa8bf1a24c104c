import { bangkokTime } from '#server/bangkok-time.ts'
import type { Db } from '#server/store/tables.ts'
import { lockCurrentDraw } from './current.ts'
import { DrawRefusal } from './refusal.ts'
import { requirePublicBeacon } from './stand-in.ts'

/**
 * Sets the time from which the winners and the secret are public: `at` (milliseconds), or the campaign's announcement
 * date if `at` is null. A result that is already public cannot be withdrawn. Outside a rehearsal, throws DrawRefusal for the
 * result of a rehearsal.
 */
export async function announceDraw(db: Db, at: number | null, now: number, rehearsal = false) {
  const { campaign, draw } = await lockCurrentDraw(db)
  if (draw.state !== 'run')
    throw new DrawRefusal(`The draw has no result to announce yet (state: ${draw.state}).`)
  requirePublicBeacon(draw.beacon, rehearsal)
  if (campaign.announced_at !== null && campaign.announced_at <= now) {
    throw new DrawRefusal(
      `The result was already announced at ${bangkokTime(campaign.announced_at)} (Bangkok time).`,
    )
  }
  const announcedAt = Math.max(now, at ?? campaign.announce_at)
  if (announcedAt >= campaign.confirm_by) {
    throw new DrawRefusal(
      'Winners would have no time to confirm: move the deadline with `dates set --confirm-by`.',
    )
  }
  await db.updateTable('campaign').set({ announced_at: announcedAt }).where('id', '=', campaign.id).execute()
  return { drawId: draw.id, announcedAt }
}
