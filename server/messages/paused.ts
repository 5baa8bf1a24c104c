import { isPausedAt, readChannel } from '#server/message-queue/channel.ts'
import type { Db } from '#server/store/tables.ts'

/** True if no LINE message may be sent now, because messages are off or sending is paused. */
export async function isPaused(db: Db, now: number): Promise<boolean> {
  const channel = await readChannel(db)
  return !channel || isPausedAt(channel, now)
}
