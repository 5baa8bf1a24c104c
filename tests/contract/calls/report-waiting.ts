import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { setMessaging } from '#server/message-queue/channel.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'reportWaiting'> = {
  good: async server => {
    await setMessaging(server.db, true)
    return { body: { waiting: [randomUUID()], discarded: [] } }
  },
  malformed: { body: { waiting: ['not a key'], discarded: [] } },
  effect: async (server, me) => {
    const enqueued = server.db.selectFrom('message').select('kind').where('customer_id', '=', me.customerId)
    expect(await enqueued.execute()).toEqual([{ kind: 'receipt-waiting' }])
  },
}
