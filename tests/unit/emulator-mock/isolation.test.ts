import liff, { type Liff } from '@line/liff'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { createMockLiff } from '#emulator/mock/create-mock-liff.ts'
import { DEFAULT_LIFF_ID, DEFAULT_USER_ID } from '#emulator/scenario/defaults.ts'

const liffId = DEFAULT_LIFF_ID

test('reset restores the scenario and empties the phone', async () => {
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

test('two phones at the same time share nothing', async () => {
  const [inside, outside] = await Promise.all([createMockLiff('friend'), createMockLiff('not-in-client')])
  await Promise.all([inside.liff.init({ liffId }), outside.liff.init({ liffId })])
  expect(inside.liff.isLoggedIn()).toBe(true)
  expect(outside.liff.isLoggedIn()).toBe(false)
  expect(await inside.liff.getProfile()).toMatchObject({ userId: DEFAULT_USER_ID })
  expect(outside.liff.isInClient()).toBe(false)
  outside.liff.logout()
  expect(inside.liff.isLoggedIn()).toBe(true)
})

test('leaves the real SDK in the same process unchanged', async () => {
  const before = liff.getProfile
  const { liff: mocked } = await createMockLiff('friend')
  await mocked.init({ liffId })
  expect(liff.getProfile).toBe(before)
  expect(mocked).not.toBe(liff)
})

test('has the type of the SDK’s liff, and its version', async () => {
  const { liff: mocked } = await createMockLiff('friend')
  const sdk: Liff = mocked
  expect(sdk.getVersion()).toBe(liff.getVersion())
})

test('issues an ID token that a server can verify with LINE’s published keys', async () => {
  const { liff: mocked, jwks, lineFetch } = await createMockLiff('friend')
  await mocked.init({ liffId })
  const expected = { issuer: 'https://access.line.me', audience: '2000000001', algorithms: ['ES256'] }
  const keys = createLocalJWKSet(jwks())
  const { payload } = await jwtVerify(mocked.getIDToken() ?? '', keys, expected)
  expect(payload.sub).toBe(DEFAULT_USER_ID)
  const published = await lineFetch('https://api.line.me/oauth2/v2.1/certs')
  expect(await published.json()).toEqual(jwks())
})

test('the app’s server reaches LINE while the phone is offline', async () => {
  const { lineFetch } = await createMockLiff('offline')
  expect((await lineFetch('https://api.line.me/oauth2/v2.1/certs')).ok).toBe(true)
})

test('refuses an unknown scenario or field, and names it', async () => {
  await expect(createMockLiff('freind')).rejects.toThrow('Unknown scenario "freind"')
  const mock = await createMockLiff('friend')
  expect(() => mock.patch({ environment: { os: 'symbian' } })).toThrow('environment.os')
})

test('replaces the LIFF id of a named scenario with the app’s own', async () => {
  const own = '1234567890-AbCdEfGh'
  const { liff: mocked } = await createMockLiff('friend', { liffId: own })
  await mocked.init({ liffId: own })
  expect(mocked.getContext()).toMatchObject({ liffId: own, endpointUrl: 'https://localhost/' })
})
