import type { Db } from '#server/store/tables.ts'
import { lockCurrentDraw } from './current.ts'
import { DrawRefusal } from './refusal.ts'
import { requirePublicBeacon } from './stand-in.ts'

/**
 * Sets the time from which the winners and the secret are public: `at` (milliseconds), or the campaign's announcement
 * date if `at` is null. Messages about the result that were started are due then, too. A result that is already public cannot
 * be withdrawn. Outside a rehearsal, throws DrawRefusal for the result of a rehearsal.
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
  // Messages that were planned for another time follow.
  await db
    .updateTable('mailing')
    .set({ due_at: announcedAt })
    .where('kind', '=', 'results')
    .where('subject', '=', draw.id)
    .execute()
  return { drawId: draw.id, announcedAt }
}
