import { expect } from 'vitest'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'postCustomer'> = {
  good: (_, me) => ({
    body: { lineUserId: me.user.userId, lineDisplayName: 'ชื่อใหม่', linePictureUrl: 'https://x.example/y' },
  }),
  malformed: { body: { lineUserId: 1 } },
  varies: ['updated'],
  effect: async (server, me) => {
    const customer = server.db
      .selectFrom('customer')
      .select('line_display_name')
      .where('id', '=', me.customerId)
    expect(await customer.executeTakeFirst()).toEqual({ line_display_name: 'ชื่อใหม่' })
  },
}
