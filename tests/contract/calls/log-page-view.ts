import { expect } from 'vitest'
import { newKey } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'logPageView'> = {
  good: (_, me) => ({ body: { customerId: me.customerId, path: '/receipt', eventId: newKey() } }),
  malformed: { body: { path: 'receipt' } },
  effect: async (server, me) => {
    const rows = server.db.selectFrom('log_page_view').select('path').where('customer_id', '=', me.customerId)
    expect(await rows.execute()).toEqual([{ path: '/receipt' }])
  },
}
