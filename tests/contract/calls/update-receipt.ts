import { receiptBody, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'updateReceipt'> = {
  good: async (server, me) => {
    const { id } = (await sendReceipt(server, me)).body
    const { id: _, ...body } = receiptBody(server, [await uploadPhoto(server, me)])
    return { params: { id }, body }
  },
  malformed: { params: { id: 'x' }, body: { amount: 'much' } },
}
