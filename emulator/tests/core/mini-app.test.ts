import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { claimsOf } from '#emulator/tokens/jwt.ts'
import { emulated, get, LIFF_ID, locationOf, post } from './kit.ts'

const DEVELOPING = '2100000001-Campaign'
const REVIEW = '2200000001-Campaign'

async function openedHash(emulator: LiffEmulator, url: string): Promise<URLSearchParams> {
  return new URLSearchParams(locationOf(await get(emulator, url)).hash.slice(1))
}

const contextOf = (hash: URLSearchParams) => claimsOf(hash.get('context_token') ?? '')

async function scopeOf(emulator: LiffEmulator, hash: URLSearchParams): Promise<string> {
  const url = `https://api.line.me/oauth2/v2.1/verify?access_token=${hash.get('access_token')}`
  return (await (await get(emulator, url)).json()).scope
}

async function withMiniApp(miniApp: object, change: object = {}) {
  const { emulator } = await emulated()
  const apps = emulator.scenario().apps.map(app => ({ ...app, ...change, miniApp }))
  expect(emulator.control.patch({ apps })).toMatchObject({ ok: true })
  return emulator
}

test('a MINI App has three internal channels with LIFF ids and channel ids of their own', async () => {
  const emulator = await withMiniApp({ roles: { [(await emulated()).emulator.scenario().user]: 'tester' } })
  for (const [liffId, status] of [
    [LIFF_ID, 302],
    [DEVELOPING, 302],
    [REVIEW, 400],
  ] as const)
    for (const host of ['liff.line.me', 'miniapp.line.me'])
      expect((await get(emulator, `https://${host}/${liffId}`)).status).toBe(status)
  const hash = await openedHash(emulator, `https://liff.line.me/${DEVELOPING}`)
  expect(hash.get('client_id')).toBe('2100000001')
  expect(contextOf(hash)).toMatchObject({ liffId: DEVELOPING, miniDomainAllowed: true })
})

test('each internal channel opens only for the roles that LINE documents', async () => {
  const { user, users } = (await emulated()).emulator.scenario()
  const statusFor = async (roles: object | null, liffId: string) =>
    (await get(await withMiniApp({ roles }), `https://liff.line.me/${liffId}`)).status
  const opensFor = async (liffId: string) => {
    const roles = ['admin', 'tester', 'reviewer']
    const statuses = await Promise.all(roles.map(role => statusFor({ [user]: role }, liffId)))
    return roles.filter((_, at) => statuses[at] === 302)
  }
  expect(await opensFor(LIFF_ID)).toEqual(['admin', 'tester', 'reviewer'])
  expect(await opensFor(DEVELOPING)).toEqual(['admin', 'tester'])
  expect(await opensFor(REVIEW)).toEqual(['reviewer'])
  expect(await statusFor({}, DEVELOPING)).toBe(400)
  expect(await statusFor({}, LIFF_ID)).toBe(302)
  expect(user).toBe(users[0]?.userId)
  expect(await statusFor(null, DEVELOPING)).toBe(302)
})

test('the LIFF ids of the internal channels are configurable, and must be unique', async () => {
  const liffIds = { developing: '2000000777-DevDevDe', review: '2000000778-RevRevRe' }
  const emulator = await withMiniApp({ liffIds })
  expect((await get(emulator, 'https://liff.line.me/2000000777-DevDevDe')).status).toBe(302)
  expect((await get(emulator, `https://liff.line.me/${DEVELOPING}`)).status).toBe(404)
  const apps = emulator
    .scenario()
    .apps.map(app => ({ ...app, miniApp: { liffIds: { developing: LIFF_ID } } }))
  expect(emulator.control.patch({ apps })).toMatchObject({
    ok: false,
    problem: { path: 'apps.0.miniApp.liffIds', message: expect.stringContaining(LIFF_ID) },
  })
  const unknown = emulator
    .scenario()
    .apps.map(app => ({ ...app, miniApp: { roles: { [`U${'0'.repeat(32)}`]: 'admin' } } }))
  expect(emulator.control.patch({ apps: unknown })).toMatchObject({ ok: false })
})

test('an unverified MINI App has the features of a verified one on the channel for developing only', async () => {
  const availability = async (miniApp: object, liffId = LIFF_ID) => {
    const emulator = await withMiniApp({ ...miniApp, consentSimplification: true })
    const context = contextOf(await openedHash(emulator, `https://liff.line.me/${liffId}`))
    const { addToHomeV2, skipChannelVerificationScreen } = (context?.availability ?? {}) as Record<
      string,
      { permission: boolean }
    >
    return [addToHomeV2?.permission, skipChannelVerificationScreen?.permission]
  }
  expect(await availability({ verified: true })).toEqual([true, true])
  expect(await availability({ verified: false })).toEqual([false, false])
  expect(await availability({ verified: false }, DEVELOPING)).toEqual([true, true])
})

test('only a verified MINI App, or its channel for developing, sends service messages', async () => {
  const statusOf = async (miniApp: object, channelId: string) => {
    const emulator = await withMiniApp(miniApp, { serviceMessages: { hello: [] } })
    const form = { grant_type: 'client_credentials', client_id: channelId, client_secret: 'any' }
    const answer = await post(emulator, 'https://api.line.me/oauth2/v3/token', form)
    const { access_token } = JSON.parse(await answer.text())
    const hash = await openedHash(emulator, `https://liff.line.me/${channelId}-Campaign`)
    const request = new Request('https://api.line.me/message/v3/notifier/token', {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ liffAccessToken: hash.get('access_token') }),
    })
    return (await emulator.lineFetch(request)).status
  }
  expect(await statusOf({ verified: true }, '2000000001')).toBe(200)
  expect(await statusOf({ verified: false }, '2000000001')).toBe(403)
  expect(await statusOf({ verified: false }, '2100000001')).toBe(200)
})

test('the custom path opens a verified MINI App and is in its context', async () => {
  const emulator = await withMiniApp({ customPath: 'cafe' })
  const to = locationOf(await get(emulator, 'https://miniapp.line.me/cafe/menu?a=1'))
  expect(to.searchParams.get('liff.state')).toBe('/menu?a=1')
  const hash = await openedHash(emulator, 'https://miniapp.line.me/cafe')
  expect(contextOf(hash)).toMatchObject({ miniAppId: 'cafe', liffId: LIFF_ID })
  expect((await get(emulator, 'https://liff.line.me/cafe')).status).toBe(404)
  const unverified = await withMiniApp({ customPath: 'cafe', verified: false })
  expect((await get(unverified, 'https://miniapp.line.me/cafe')).status).toBe(404)
})

test('with the consent simplification, the first opening grants openid without a page', async () => {
  const { emulator } = await emulated({ scenario: 'mini-app' })
  const hash = await openedHash(emulator, `https://miniapp.line.me/${LIFF_ID}`)
  expect(await scopeOf(emulator, hash)).toBe('openid')
  const claims = claimsOf(hash.get('id_token') ?? '')
  expect(claims).toMatchObject({ sub: emulator.scenario().user })
  expect(claims).not.toHaveProperty('name')
  const unverified = emulator
    .scenario()
    .apps.map(app => ({ ...app, miniApp: { verified: false, consentSimplification: true } }))
  expect(emulator.control.reset()).toBeDefined()
  expect(emulator.control.patch({ apps: unverified })).toMatchObject({ ok: true })
  expect((await get(emulator, `https://miniapp.line.me/${LIFF_ID}`)).status).toBe(200)
})

test('the consent page has one box for the common profile, and an unverified MINI App does not request it', async () => {
  const { emulator } = await emulated({ scenario: 'mini-app' })
  const change = (miniApp: object) =>
    emulator.control.patch({ apps: emulator.scenario().apps.map(app => ({ ...app, miniApp })) })
  change({ consentSimplification: false })
  const url = `https://liff.line.me/${LIFF_ID}`
  expect((await (await get(emulator, url)).text()).split('value="commonprofile"')).toHaveLength(2)
  const allow = (scopes: readonly string[]) =>
    emulator.handle(
      new Request(url, {
        method: 'POST',
        body: new URLSearchParams([['answer', 'allow'], ...scopes.map(scope => ['scope', scope])]),
      }),
    )
  const granted = async (scopes: readonly string[]) => {
    const hash = new URLSearchParams(locationOf(await allow(scopes)).hash.slice(1))
    return (await scopeOf(emulator, hash)).includes('commonprofile.phone')
  }
  expect(await granted(['commonprofile'])).toBe(true)
  expect(await granted([])).toBe(false)
  change({ verified: false })
  expect(await granted(['commonprofile'])).toBe(false)
})
