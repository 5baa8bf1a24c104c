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
}
