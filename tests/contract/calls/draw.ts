import { campaignOf } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'draw'> = {
  good: async server => ({ params: { id: (await campaignOf(server)).draw_id ?? '' } }),
  malformed: { params: { id: 'x' } },
}
