import liff, { type Liff } from '@line/liff'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { createMockLiff } from '#emulator/mock/create-mock-liff.ts'
import { DEFAULT_LIFF_ID, DEFAULT_USER_ID } from '#emulator/scenario/defaults.ts'

const liffId = DEFAULT_LIFF_ID

test('reset gives the scenario back, and a phone that stored nothing', async () => {
  const mock = await createMockLiff('friend')
  await mock.liff.init({ liffId })
  mock.setFriendship('none')
  await mock.liff.sendMessages([{ type: 'text', text: 'x' }])
  mock.liff.closeWindow()
  await mock.reset()
  expect(mock.liff.id).toBe(null)
  expect(mock.recorded).toEqual({
    navigations: [],
    windows: [],
    opened: [],
    bridge: [],
    closed: 0,
    alerts: [],
  })
  expect(mock.messages()).toEqual([])
  await mock.liff.init({ liffId })
  expect(await mock.liff.getFriendship()).toEqual({ friendFlag: true })
})

test('two phones at once know nothing of each other', async () => {
  const [inside, outside] = await Promise.all([createMockLiff('friend'), createMockLiff('not-in-client')])
  await Promise.all([inside.liff.init({ liffId }), outside.liff.init({ liffId })])
  expect(inside.liff.isLoggedIn()).toBe(true)
  expect(outside.liff.isLoggedIn()).toBe(false)
  expect(await inside.liff.getProfile()).toMatchObject({ userId: DEFAULT_USER_ID })
  expect(outside.liff.isInClient()).toBe(false)
  outside.liff.logout()
  expect(inside.liff.isLoggedIn()).toBe(true)
})

test('the real SDK of the same process is left as it was', async () => {
  const before = liff.getProfile
  const { liff: mocked } = await createMockLiff('friend')
  await mocked.init({ liffId })
  expect(liff.getProfile).toBe(before)
  expect(mocked).not.toBe(liff)
})

test('it fits where the SDK is expected, with the SDK’s version', async () => {
  const { liff: mocked } = await createMockLiff('friend')
  const port: Liff = mocked
  expect(port.getVersion()).toBe(liff.getVersion())
})

test('its ID token is one that a server can verify from LINE’s published keys', async () => {
  const { liff: mocked, jwks, lineFetch } = await createMockLiff('friend')
  await mocked.init({ liffId })
  const expected = { issuer: 'https://access.line.me', audience: '2000000001', algorithms: ['ES256'] }
  const keys = createLocalJWKSet(jwks())
  const { payload } = await jwtVerify(mocked.getIDToken() ?? '', keys, expected)
  expect(payload.sub).toBe(DEFAULT_USER_ID)
  const published = await lineFetch('https://api.line.me/oauth2/v2.1/certs')
  expect(await published.json()).toEqual(jwks())
})

test('the server’s network is there while the phone has none', async () => {
  const { lineFetch } = await createMockLiff('offline')
  expect((await lineFetch('https://api.line.me/oauth2/v2.1/certs')).ok).toBe(true)
})

test('a wrong scenario is refused with the name of what is wrong', async () => {
  await expect(createMockLiff('freind')).rejects.toThrow('There is no scenario "freind"')
  const mock = await createMockLiff('friend')
  expect(() => mock.patch({ environment: { os: 'symbian' } })).toThrow('environment.os')
})

test('the app’s own LIFF id is laid under a named scenario', async () => {
  const own = '1234567890-AbCdEfGh'
  const { liff: mocked } = await createMockLiff('friend', { liffId: own })
  await mocked.init({ liffId: own })
  expect(mocked.getContext()).toMatchObject({ liffId: own, endpointUrl: 'https://localhost/' })
})
