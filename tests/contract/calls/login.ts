import type { CallExample } from '#tests/kit/call-example.ts'
import { identityForm } from '#tests/kit/call-example.ts'

export const example: CallExample<'login'> = {
  good: async (server, me) => ({ form: await identityForm(server, me.user) }),
  malformed: { form: { lineUserId: 'somebody' } },
  varies: ['accessToken', 'expiresAt'],
}
