import { expect } from 'vitest'
import { newKey } from '#tests/kit/activity.ts'
import { type CallExample, identityForm } from '#tests/kit/call-example.ts'

export const example: CallExample<'visit'> = {
  good: async (server, me) => {
    await server.call('createReward', { token: me.token, body: {} })
    const at = new Date(server.clock.now()).toISOString()
    return {
      body: {
        ...(await identityForm(server, me.user)),
        lineDisplayName: 'มะลิ',
        linePictureUrl: null,
        events: [{ kind: 'pageview', eventId: newKey(), at, path: '/' }],
      },
    }
  },
  malformed: { body: { lineUserId: 'somebody' } },
  varies: ['accessToken', 'expiresAt', 'logs'],
  check: answer => expect(answer).toMatchObject({ open: true, logs: { accepted: 1, duplicates: 0 } }),
  effect: async (server, me) => {
    const rows = server.db.selectFrom('log_page_view').select('path').where('customer_id', '=', me.customerId)
    expect(await rows.execute()).toEqual([{ path: '/' }])
    const customer = server.db
      .selectFrom('customer')
      .select('line_display_name')
      .where('id', '=', me.customerId)
    expect(await customer.execute()).toEqual([{ line_display_name: 'มะลิ' }])
  },
}
