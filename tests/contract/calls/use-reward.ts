import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'useReward'> = {
  good: async (server, me) => {
    await server.call('createReward', { token: me.token, body: {} })
    return { body: { rewardType: 'welcome' } }
  },
  malformed: { body: { rewardType: 'car' } },
}
