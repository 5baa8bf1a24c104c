import { expect } from 'vitest'
import { campaignOf } from '#tests/kit/activity.ts'
import type { CallExample } from '#tests/kit/call-example.ts'
import { update } from '#tests/kit/rows.ts'

export const example: CallExample<'putConsents'> = {
  good: async server => {
    await update(server, 'campaign', { terms_version: '2027-01' })
    const { privacy_version: privacyVersion } = await campaignOf(server)
    return { body: { termsVersion: '2027-01', privacyVersion } }
  },
  malformed: { body: { termsVersion: '' } },
  effect: async (server, me) => {
    const consents = server.db
      .selectFrom('consent')
      .select('version')
      .where('customer_id', '=', me.customerId)
      .where('kind', '=', 'terms')
      .orderBy('at', 'desc')
    expect(await consents.executeTakeFirst()).toEqual({ version: '2027-01' })
  },
}
