import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { readChannel } from './channel.ts'

export async function messageCounts(db: Db) {
  const inState = (state: 'waiting' | 'dead') => countOf(db.selectFrom('message').where('state', '=', state))
  return { channel: await readChannel(db), waiting: await inState('waiting'), dead: await inState('dead') }
}

export async function eventCounts(db: Db) {
  const inState = (state: 'waiting' | 'failed') =>
    countOf(db.selectFrom('line_webhook_event').where('state', '=', state))
  return { waiting: await inState('waiting'), failed: await inState('failed') }
}
