import type { Db } from '#server/store/tables.ts'
import { lockCurrentDraw } from './current.ts'
import { DrawRefusal } from './refusal.ts'
import { requirePublicBeacon } from './stand-in.ts'

/**
 * Sets when the winners and the secret become public: at `at`, or at the campaign's announcement
 * date if null. Also moves a planned mailing of the result. Throws DrawRefusal for a published
 * result, and for a rehearsal's result outside a rehearsal.
 */
export async function announceDraw(db: Db, at: number | null, now: number, rehearsal = false) {
  const { campaign, draw } = await lockCurrentDraw(db)
  if (draw.state !== 'run') throw new DrawRefusal('NO_RESULT', { state: draw.state })
  requirePublicBeacon(draw.beacon, rehearsal)
  if (campaign.announced_at !== null && campaign.announced_at <= now) {
    throw new DrawRefusal('ALREADY_ANNOUNCED', { time: campaign.announced_at })
  }
  const announcedAt = Math.max(now, at ?? campaign.announce_at)
  if (announcedAt >= campaign.confirm_by) throw new DrawRefusal('NO_TIME_TO_CONFIRM')
  await db.updateTable('campaign').set({ announced_at: announcedAt }).where('id', '=', campaign.id).execute()
  await db
    .updateTable('mailing')
    .set({ due_at: announcedAt })
    .where('kind', '=', 'results')
    .where('subject', '=', draw.id)
    .execute()
  return { drawId: draw.id, announcedAt }
}
