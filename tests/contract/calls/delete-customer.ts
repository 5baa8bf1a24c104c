import { expect } from 'vitest'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'deleteCustomer'> = {
  good: () => ({}),
  effect: async (server, me) => {
    const customer = server.db
      .selectFrom('customer')
      .select(['status', 'phone'])
      .where('id', '=', me.customerId)
    expect(await customer.executeTakeFirst()).toEqual({ status: 'cancelled', phone: null })
  },
}
