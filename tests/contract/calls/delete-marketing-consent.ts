import { expect } from 'vitest'
import { newKey } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'deleteMarketingConsent'> = {
  good: async (server, me) => {
    await server.call('giveMarketingConsent', { token: me.token, key: newKey() })
    return {}
  },
  effect: async (server, me) => {
    const consents = server.db
      .selectFrom('consent')
      .select('granted')
      .where('customer_id', '=', me.customerId)
      .where('kind', '=', 'marketing')
      .orderBy('at', 'desc')
    expect(await consents.executeTakeFirst()).toEqual({ granted: 0 })
  },
}
