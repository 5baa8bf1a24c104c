import { expect } from 'vitest'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'putMessageSettings'> = {
  good: () => ({ body: { draw: false } }),
  malformed: { body: { news: true } },
  check: ({ groups }) => {
    expect(groups).toMatchObject({ receipts: true, draw: false, coupons: true })
  },
  effect: async (server, me) => {
    const rows = server.db
      .selectFrom('message_preference')
      .select(['message_group', 'is_on'])
      .where('customer_id', '=', me.customerId)
    expect(await rows.execute()).toEqual([{ message_group: 'draw', is_on: 0 }])
  },
}
