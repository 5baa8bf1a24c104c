import { expect } from 'vitest'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'deletePhoto'> = {
  good: () => ({}),
  effect: async (server, me) => {
    const customer = server.db
      .selectFrom('customer')
      .select('line_picture_url')
      .where('id', '=', me.customerId)
    expect(await customer.executeTakeFirst()).toEqual({ line_picture_url: '' })
  },
}
