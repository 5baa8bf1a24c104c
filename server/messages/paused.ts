import { isPausedAt, readChannel } from '#server/message-queue/channel.ts'
import type { Db } from '#server/store/tables.ts'

/** Also returns true if messages are off. */
export async function isPaused(db: Db, now: number): Promise<boolean> {
  const channel = await readChannel(db)
  return !channel || isPausedAt(channel, now)
}
