import { sendReceipt } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'getReceipt'> = {
  good: async (server, me) => ({ params: { id: (await sendReceipt(server, me)).body.id } }),
  malformed: { params: { id: 'x' } },
}
