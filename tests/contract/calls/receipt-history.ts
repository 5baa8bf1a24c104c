import { sendReceipt } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'receiptHistory'> = {
  good: async (server, me) => {
    await sendReceipt(server, me)
    return { query: { limit: '5', status: 'pending' } }
  },
  malformed: { query: { status: 'lost' } },
}
