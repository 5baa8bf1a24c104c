import { expect } from 'vitest'
import { sendReceipt } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'cancel'> = {
  good: async (server, me) => {
    await sendReceipt(server, me)
    return { body: { confirm: true, lineAccessToken: 'x', reason: 'OTHER' } }
  },
  malformed: { body: { confirm: 'yes' } },
  effect: async (server, me) => {
    const customer = server.db
      .selectFrom('customer')
      .select(['status', 'phone'])
      .where('id', '=', me.customerId)
    expect(await customer.executeTakeFirst()).toEqual({ status: 'cancelled', phone: null })
  },
}
