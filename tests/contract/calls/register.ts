import type { CallExample } from '#tests/kit/call-example.ts'
import { identityForm, newPhone } from '#tests/kit/call-example.ts'
import { profileForm } from '#tests/kit/server.ts'

export const example: CallExample<'register'> = {
  good: async server => {
    const identity = await identityForm(server, server.newUser())
    const consents = { consentTerms: 'true', consentPrivacy: 'true' }
    return { form: { ...identity, ...profileForm, phone: newPhone(), ...consents } }
  },
  malformed: { form: { ...profileForm, lineUserId: 'somebody' } },
  varies: ['accessToken', 'expiresAt'],
}
