import { newKey } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'deleteMarketingConsent'> = {
  good: async (server, me) => {
    await server.call('giveMarketingConsent', { token: me.token, key: newKey() })
    return {}
  },
}
