import { newKey } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'logPageView'> = {
  good: (_, me) => ({ body: { customerId: me.customerId, path: '/receipt', eventId: newKey() } }),
  malformed: { body: { path: 'receipt' } },
}
