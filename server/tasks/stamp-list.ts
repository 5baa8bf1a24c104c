import { isRecent } from '#contract/recent.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'

const RETRY_MS = 5 * MINUTE_MS

type Deps = Pick<ServerDeps, 'db' | 'clock' | 'log' | 'timeStamper'>

/**
 * Requests a timestamp for the hash of the campaign's sealed list and stores it. A failure is stored, logged and
 * retried later. With several processes, the first token is kept.
 */
export async function stampSealedList({ db, clock, log, timeStamper }: Deps): Promise<void> {
  if (timeStamper === null) return
  const draw = await db
    .selectFrom('draw')
    .innerJoin('campaign', 'campaign.draw_id', 'draw.id')
    .select(['draw.id', 'draw.entries_hash', 'draw.time_stamp_tried_at'])
    .where('draw.state', '=', 'sealed')
    .where('draw.time_stamp', 'is', null)
    .executeTakeFirst()
  if (!draw || draw.entries_hash === null) return
  const now = clock.now()
  if (draw.time_stamp_tried_at !== null && isRecent(draw.time_stamp_tried_at, now, RETRY_MS)) return
  const sealed = db
    .updateTable('draw')
    .where('id', '=', draw.id)
    .where('entries_hash', '=', draw.entries_hash)
    .where('time_stamp', 'is', null)
  try {
    const { token, at } = await timeStamper(draw.entries_hash)
    await sealed.set({ time_stamp: token, time_stamped_at: at, time_stamp_error: null }).execute()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ reason }, "no time stamp of the draw's list")
    await sealed.set({ time_stamp_tried_at: now, time_stamp_error: reason.slice(0, 200) }).execute()
  }
}
