import { expect } from 'vitest'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'deleteSession'> = {
  good: () => ({}),
  effect: async (server, me) => {
    const sessions = server.db
      .selectFrom('session')
      .select('revoked_at')
      .where('customer_id', '=', me.customerId)
    expect(await sessions.execute()).toEqual([{ revoked_at: server.clock.now() }])
  },
}
