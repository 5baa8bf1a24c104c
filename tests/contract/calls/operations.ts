import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { setMessaging } from '#server/message-queue/channel.ts'
import { newKey } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'
import { columnsOf } from '#tests/kit/server.ts'

export const healthz: CallExample<'healthz'> = { good: () => ({}) }

export const readyz: CallExample<'readyz'> = { good: () => ({}) }

export const openApi: CallExample<'openApi'> = { good: () => ({}) }

export const logBatch: CallExample<'logBatch'> = {
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
    const rows = await columnsOf(server, 'log_page_view', ['path'], { customer_id: me.customerId })
    expect(rows).toEqual([{ path: '/' }, { path: '/' }])
  },
}

export const logPageView: CallExample<'logPageView'> = {
  good: (_, me) => ({ body: { customerId: me.customerId, path: '/receipt', eventId: newKey() } }),
  malformed: { body: { path: 'receipt' } },
  effect: async (server, me) => {
    const rows = await columnsOf(server, 'log_page_view', ['path'], { customer_id: me.customerId })
    expect(rows).toEqual([{ path: '/receipt' }])
  },
}

export const logState: CallExample<'logState'> = {
  good: (_, me) => ({ body: { customerId: me.customerId, state: 's', os: 'web', eventId: newKey() } }),
  malformed: { body: { state: 'poster', os: 'dos' } },
  effect: async (server, me) => {
    const rows = await columnsOf(server, 'log_state', ['state', 'os'], { customer_id: me.customerId })
    expect(rows).toEqual([{ state: 's', os: 'web' }])
  },
}

export const reportWaiting: CallExample<'reportWaiting'> = {
  good: async server => {
    await setMessaging(server.db, true)
    return { body: { waiting: [randomUUID()], discarded: [] } }
  },
  malformed: { body: { waiting: ['not a key'], discarded: [] } },
  effect: async (server, me) => {
    const enqueued = await columnsOf(server, 'message', ['kind'], { customer_id: me.customerId })
    expect(enqueued).toEqual([{ kind: 'receipt-waiting' }])
  },
}
