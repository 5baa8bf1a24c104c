import { announceWinner } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'confirmConcert'> = {
  good: async (server, me) => {
    await announceWinner(server, me)
    return { body: { attend: true } }
  },
  malformed: { body: { attend: 'yes' } },
}
