import { expect } from 'vitest'
import { sendReceipt } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'deleteReceipt'> = {
  good: async (server, me) => ({ params: { id: (await sendReceipt(server, me)).body.id } }),
  malformed: { params: { id: 'x' } },
  effect: async (server, me) => {
    const receipts = server.db.selectFrom('receipt').select('status').where('customer_id', '=', me.customerId)
    expect(await receipts.execute()).toEqual([{ status: 'void' }])
  },
}
