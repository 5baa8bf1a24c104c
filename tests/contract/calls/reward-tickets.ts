import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'rewardTickets'> = {
  good: async (server, me) => {
    await server.call('postAnswer', { token: me.token, body: { Answer: 'แม่ครับ' } })
    return { query: { limit: '5' } }
  },
  malformed: { query: { limit: '1000' } },
  check: ({ total, groups }) => {
    if (total !== 1 || groups[0]?.source !== 'answer') throw new Error('the answer’s ticket is missing')
  },
}
