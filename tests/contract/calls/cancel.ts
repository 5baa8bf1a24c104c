import { sendReceipt } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'cancel'> = {
  good: async (server, me) => {
    await sendReceipt(server, me)
    return { body: { confirm: true, lineAccessToken: 'x', reason: 'OTHER' } }
  },
  malformed: { body: { confirm: 'yes' } },
}
