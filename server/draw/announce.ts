import { bangkokTime } from '#server/bangkok-time.ts'
import type { Db } from '#server/store/tables.ts'
import { lockCurrentDraw } from './current.ts'
import { DrawRefusal } from './refusal.ts'

/**
 * The last step: winners and the secret are told from `at` (milliseconds) on; null: as the campaign's date for it
 * says. What has been told cannot be taken back.
 */
export async function announceDraw(db: Db, at: number | null, now: number) {
  const { campaign, draw } = await lockCurrentDraw(db)
  if (draw.state !== 'run')
    throw new DrawRefusal(`The draw is ${draw.state}: there is no result to announce.`)
  if (campaign.announced_at !== null && campaign.announced_at <= now) {
    throw new DrawRefusal(`The result was announced ${bangkokTime(campaign.announced_at)} in Bangkok.`)
  }
  const announcedAt = Math.max(now, at ?? campaign.announce_at)
  if (announcedAt >= campaign.confirm_by) {
    throw new DrawRefusal(
      'Winners could not confirm any more: move the deadline with `dates set --confirm-by`.',
    )
  }
  await db.updateTable('campaign').set({ announced_at: announcedAt }).where('id', '=', campaign.id).execute()
  return { drawId: draw.id, announcedAt }
}
