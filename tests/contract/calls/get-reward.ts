import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'getReward'> = {
  good: async (server, me) => {
    await server.call('createReward', { token: me.token, body: {} })
    return {}
  },
}
