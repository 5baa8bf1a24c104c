import { expect } from 'vitest'
import { newKey } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'logState'> = {
  good: (_, me) => ({ body: { customerId: me.customerId, state: 's', os: 'web', eventId: newKey() } }),
  malformed: { body: { state: 'poster', os: 'dos' } },
  effect: async (server, me) => {
    const rows = server.db
      .selectFrom('log_state')
      .select(['state', 'os'])
      .where('customer_id', '=', me.customerId)
    expect(await rows.execute()).toEqual([{ state: 's', os: 'web' }])
  },
}
