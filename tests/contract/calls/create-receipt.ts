import { receiptBody, uploadPhoto } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'createReceipt'> = {
  good: async (server, me) => ({ body: receiptBody(server, [await uploadPhoto(server, me)]) }),
  malformed: { body: { amount: 'much' } },
}
