import { expect } from 'vitest'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'giveMarketingConsent'> = {
  good: () => ({}),
  malformed: { query: { version: '2026-11' } },
  effect: async (server, me) => {
    const consents = server.db
      .selectFrom('consent')
      .select('granted')
      .where('customer_id', '=', me.customerId)
      .where('kind', '=', 'marketing')
      .orderBy('at', 'desc')
    expect(await consents.executeTakeFirst()).toEqual({ granted: 1 })
  },
}
