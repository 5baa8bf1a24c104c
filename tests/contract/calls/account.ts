import { expect } from 'vitest'
import { SESSION_IDLE_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { sha256Hex } from '#server/hash.ts'
import { campaignOf, newKey, sendReceipt } from '#tests/kit/activity.ts'
import { type CallExample, identityForm, newPhone } from '#tests/kit/call-example.ts'
import { update } from '#tests/kit/rows.ts'
import { profileForm } from '#tests/kit/server.ts'

export const register: CallExample<'register'> = {
  good: async server => {
    const identity = await identityForm(server, server.newUser())
    const consents = { consentTerms: 'true', consentPrivacy: 'true' }
    return { form: { ...identity, ...profileForm, phone: newPhone(), ...consents } }
  },
  malformed: { form: { ...profileForm, lineUserId: 'somebody' } },
  varies: ['accessToken', 'expiresAt'],
}

export const login: CallExample<'login'> = {
  good: async (server, me) => ({ form: await identityForm(server, me.user) }),
  malformed: { form: { lineUserId: 'somebody' } },
  varies: ['accessToken', 'expiresAt'],
}

export const postCustomer: CallExample<'postCustomer'> = {
  good: (_, me) => ({
    body: { lineUserId: me.user.userId, lineDisplayName: 'ชื่อใหม่', linePictureUrl: 'https://x.example/y' },
  }),
  malformed: { body: { lineUserId: 1 } },
  varies: ['updated'],
  effect: async (server, me) => {
    const customer = server.db
      .selectFrom('customer')
      .select('line_display_name')
      .where('id', '=', me.customerId)
    expect(await customer.executeTakeFirst()).toEqual({ line_display_name: 'ชื่อใหม่' })
  },
}

export const getCustomer: CallExample<'getCustomer'> = { good: () => ({}) }

export const putCustomer: CallExample<'putCustomer'> = {
  good: () => ({ body: { firstName: 'ใหม่', email: 'a@b.example', phone: newPhone() } }),
  malformed: { body: { phone: '12' } },
}

export const deleteCustomer: CallExample<'deleteCustomer'> = {
  good: () => ({}),
  effect: async (server, me) => {
    const customer = server.db
      .selectFrom('customer')
      .select(['status', 'phone'])
      .where('id', '=', me.customerId)
    expect(await customer.executeTakeFirst()).toEqual({ status: 'cancelled', phone: null })
  },
}

export const cancel: CallExample<'cancel'> = {
  good: async (server, me) => {
    await sendReceipt(server, me)
    return { body: { confirm: true, lineAccessToken: 'x', reason: 'OTHER' } }
  },
  malformed: { body: { confirm: 'yes' } },
  effect: async (server, me) => {
    const customer = server.db
      .selectFrom('customer')
      .select(['status', 'phone'])
      .where('id', '=', me.customerId)
    expect(await customer.executeTakeFirst()).toEqual({ status: 'cancelled', phone: null })
  },
}

export const getSessions: CallExample<'getSessions'> = {
  good: async (server, me) => {
    /** Signs the customer in on another phone, which was last used `idleMs` ago. */
    const signInElsewhere = async (idleMs: number) => {
      const { body } = await server.call('login', { form: await identityForm(server, me.user) })
      await update(
        server,
        'session',
        { used_at: server.clock.now() - idleMs },
        { token_hash: sha256Hex(body.accessToken) },
      )
      return body.accessToken
    }
    await signInElsewhere(HOUR_MS)
    // Not listed: an expired session, a session that was signed out, and the session of another customer.
    await signInElsewhere(SESSION_IDLE_MS)
    await server.call('deleteSession', { token: await signInElsewhere(0), key: newKey() })
    await server.signIn(server.newUser(), { register: false })
    return {}
  },
  check: sessions => {
    expect(sessions.map(({ current }) => current)).toEqual([true, false])
    const [here, elsewhere] = sessions.map(({ usedAt }) => Date.parse(usedAt))
    expect((here ?? 0) - (elsewhere ?? 0)).toBe(HOUR_MS)
  },
}

export const deleteSession: CallExample<'deleteSession'> = {
  good: () => ({}),
  effect: async (server, me) => {
    const sessions = server.db
      .selectFrom('session')
      .select('revoked_at')
      .where('customer_id', '=', me.customerId)
    expect(await sessions.execute()).toEqual([{ revoked_at: server.clock.now() }])
  },
}

export const deleteSessions: CallExample<'deleteSessions'> = {
  good: () => ({}),
  effect: async (server, me) => {
    const sessions = server.db
      .selectFrom('session')
      .select('revoked_at')
      .where('customer_id', '=', me.customerId)
    expect(await sessions.execute()).toEqual([{ revoked_at: server.clock.now() }])
  },
}

export const createExport: CallExample<'createExport'> = {
  good: async () => ({}),
  check: ({ path }) => expect(path).toMatch(/^\/api\/customer\/export\/[\w.-]+$/),
}

export const getExport: CallExample<'getExport'> = {
  good: async (server, { token }) => {
    const { body } = await server.call('createExport', { token })
    return { params: { link: body.path.split('/').at(-1) ?? '' } }
  },
  malformed: { params: { link: 'x'.repeat(201) } },
}

export const giveMarketingConsent: CallExample<'giveMarketingConsent'> = {
  good: () => ({}),
  malformed: { query: { version: '2026-11' } },
  effect: async (server, me) => {
    const consents = server.db
      .selectFrom('consent')
      .select('granted')
      .where('customer_id', '=', me.customerId)
      .where('kind', '=', 'marketing')
      .orderBy('at', 'desc')
    expect(await consents.executeTakeFirst()).toEqual({ granted: 1 })
  },
}

export const deleteMarketingConsent: CallExample<'deleteMarketingConsent'> = {
  good: async (server, me) => {
    await server.call('giveMarketingConsent', { token: me.token, key: newKey() })
    return {}
  },
  effect: async (server, me) => {
    const consents = server.db
      .selectFrom('consent')
      .select('granted')
      .where('customer_id', '=', me.customerId)
      .where('kind', '=', 'marketing')
      .orderBy('at', 'desc')
    expect(await consents.executeTakeFirst()).toEqual({ granted: 0 })
  },
}

export const putConsents: CallExample<'putConsents'> = {
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

export const getMessageSettings: CallExample<'getMessageSettings'> = {
  good: () => ({}),
  check: ({ groups }) => {
    expect(groups).toMatchObject({ receipts: true, draw: true, coupons: true })
  },
}

export const putMessageSettings: CallExample<'putMessageSettings'> = {
  good: () => ({ body: { draw: false } }),
  malformed: { body: { news: true } },
  check: ({ groups }) => {
    expect(groups).toMatchObject({ receipts: true, draw: false, coupons: true })
  },
  effect: async (server, me) => {
    const rows = server.db
      .selectFrom('message_preference')
      .select(['message_group', 'is_on'])
      .where('customer_id', '=', me.customerId)
    expect(await rows.execute()).toEqual([{ message_group: 'draw', is_on: 0 }])
  },
}

export const visit: CallExample<'visit'> = {
  good: async (server, me) => {
    await server.call('createReward', { token: me.token, body: {} })
    const at = new Date(server.clock.now()).toISOString()
    return {
      body: {
        ...(await identityForm(server, me.user)),
        lineDisplayName: 'มะลิ',
        linePictureUrl: null,
        events: [{ kind: 'pageview', eventId: newKey(), at, path: '/' }],
      },
    }
  },
  malformed: { body: { lineUserId: 'somebody' } },
  varies: ['accessToken', 'expiresAt', 'logs'],
  check: answer => expect(answer).toMatchObject({ open: true, logs: { accepted: 1, duplicates: 0 } }),
  effect: async (server, me) => {
    const rows = server.db.selectFrom('log_page_view').select('path').where('customer_id', '=', me.customerId)
    expect(await rows.execute()).toEqual([{ path: '/' }])
    const customer = server.db
      .selectFrom('customer')
      .select('line_display_name')
      .where('id', '=', me.customerId)
    expect(await customer.execute()).toEqual([{ line_display_name: 'มะลิ' }])
  },
}
