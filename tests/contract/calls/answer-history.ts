import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'answerHistory'> = {
  good: async (server, me) => {
    await server.call('postAnswer', { token: me.token, body: { Answer: 'แม่ครับ' } })
    return { query: { limit: '5' } }
  },
  malformed: { query: { limit: '1000' } },
}
