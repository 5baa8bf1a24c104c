import { expect } from 'vitest'
import { newKey } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'logBatch'> = {
  good: server => ({
    body: {
      events: [0, 1].map(delay => ({
        kind: 'pageview',
        eventId: newKey(),
        at: new Date(server.clock.now() + delay).toISOString(),
        path: '/',
      })),
    },
  }),
  malformed: { body: { events: [] } },
  varies: ['accepted', 'duplicates'],
  effect: async (server, me) => {
    const rows = server.db.selectFrom('log_page_view').select('path').where('customer_id', '=', me.customerId)
    expect(await rows.execute()).toEqual([{ path: '/' }, { path: '/' }])
  },
}
