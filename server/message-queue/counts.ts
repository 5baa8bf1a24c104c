import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { readChannel } from './channel.ts'

/** Returns whether LINE messages are on or paused, and how many wait or have failed for good. */
export async function messageCounts(db: Db) {
  const inState = (state: 'waiting' | 'dead') => countOf(db.selectFrom('message').where('state', '=', state))
  return { channel: await readChannel(db), waiting: await inState('waiting'), dead: await inState('dead') }
}
