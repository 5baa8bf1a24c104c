import { expect } from 'vitest'
import { SESSION_IDLE_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { sha256Hex } from '#server/hash.ts'
import { campaignOf, newKey, sendReceipt } from '#tests/kit/activity.ts'
import { type CallExample, identityForm, newPhone } from '#tests/kit/call-example.ts'
import { columnsOf, profileForm, rowsOf, type SignedIn, type TestServer, update } from '#tests/kit/server.ts'

const mine = ({ customerId: customer_id }: SignedIn) => ({ customer_id })

async function hasLeft(server: TestServer, { customerId: id }: SignedIn) {
  const rows = await columnsOf(server, 'customer', ['status', 'phone'], { id })
  expect(rows).toEqual([{ status: 'cancelled', phone: null }])
}

async function isSignedOut(server: TestServer, me: SignedIn) {
  const sessions = await columnsOf(server, 'session', ['revoked_at'], mine(me))
  expect(sessions).toEqual([{ revoked_at: server.clock.now() }])
}

async function lastConsent(server: TestServer, me: SignedIn, kind: 'marketing' | 'terms') {
  const consents = await rowsOf(server, 'consent', { ...mine(me), kind })
  return consents.toSorted((a, b) => a.at - b.at).at(-1)
}

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
  effect: async (server, { customerId: id }) => {
    const rows = await columnsOf(server, 'customer', ['line_display_name'], { id })
    expect(rows).toEqual([{ line_display_name: 'ชื่อใหม่' }])
  },
}

export const getCustomer: CallExample<'getCustomer'> = { good: () => ({}) }

export const putCustomer: CallExample<'putCustomer'> = {
  good: () => ({ body: { firstName: 'ใหม่', email: 'a@b.example', phone: newPhone() } }),
  malformed: { body: { phone: '12' } },
}

export const deleteCustomer: CallExample<'deleteCustomer'> = {
  good: () => ({}),
  effect: hasLeft,
}

export const cancel: CallExample<'cancel'> = {
  good: async (server, me) => {
    await sendReceipt(server, me)
    return { body: { confirm: true, lineAccessToken: 'x', reason: 'OTHER' } }
  },
  malformed: { body: { confirm: 'yes' } },
  effect: hasLeft,
}

export const getSessions: CallExample<'getSessions'> = {
  good: async (server, me) => {
    /** Signs the customer in on another phone, which was last used `idleMs` ago. */
    const signInElsewhere = async (idleMs: number) => {
      const { body } = await server.call('login', { form: await identityForm(server, me.user) })
      const used_at = server.clock.now() - idleMs
      await update(server, 'session', { used_at }, { token_hash: sha256Hex(body.accessToken) })
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
  effect: isSignedOut,
}

export const deleteSessions: CallExample<'deleteSessions'> = {
  good: () => ({}),
  effect: isSignedOut,
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
  effect: async (server, me) =>
    expect(await lastConsent(server, me, 'marketing')).toMatchObject({ granted: 1 }),
}

export const deleteMarketingConsent: CallExample<'deleteMarketingConsent'> = {
  good: async (server, me) => {
    await server.call('giveMarketingConsent', { token: me.token, key: newKey() })
    return {}
  },
  effect: async (server, me) =>
    expect(await lastConsent(server, me, 'marketing')).toMatchObject({ granted: 0 }),
}

export const putConsents: CallExample<'putConsents'> = {
  good: async server => {
    await update(server, 'campaign', { terms_version: '2027-01' })
    const { privacy_version: privacyVersion } = await campaignOf(server)
    return { body: { termsVersion: '2027-01', privacyVersion } }
  },
  malformed: { body: { termsVersion: '' } },
  effect: async (server, me) =>
    expect(await lastConsent(server, me, 'terms')).toMatchObject({ version: '2027-01' }),
}

export const getMessageSettings: CallExample<'getMessageSettings'> = {
  good: () => ({}),
  check: ({ groups }) => expect(groups).toMatchObject({ receipts: true, draw: true, coupons: true }),
}

export const putMessageSettings: CallExample<'putMessageSettings'> = {
  good: () => ({ body: { draw: false } }),
  malformed: { body: { news: true } },
  check: ({ groups }) => expect(groups).toMatchObject({ receipts: true, draw: false, coupons: true }),
  effect: async (server, me) => {
    const rows = await columnsOf(server, 'message_preference', ['message_group', 'is_on'], mine(me))
    expect(rows).toEqual([{ message_group: 'draw', is_on: 0 }])
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
    expect(await columnsOf(server, 'log_page_view', ['path'], mine(me))).toEqual([{ path: '/' }])
    const names = await columnsOf(server, 'customer', ['line_display_name'], { id: me.customerId })
    expect(names).toEqual([{ line_display_name: 'มะลิ' }])
  },
}
