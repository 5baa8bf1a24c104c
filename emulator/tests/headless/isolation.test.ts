// @vitest-environment happy-dom
import liff, { type Liff } from '@line/liff'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test, vi } from 'vitest'
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
import { DEFAULT_LIFF_ID, DEFAULT_USER_ID } from '#emulator/scenario/defaults.ts'

const liffId = DEFAULT_LIFF_ID

test('reset restores the scenario and empties the phone', async () => {
  const headless = await createHeadlessLiff('friend')
  await headless.liff.init({ liffId })
  headless.setFriendship('none')
  await headless.liff.sendMessages([{ type: 'text', text: 'x' }])
  headless.liff.closeWindow()
  await headless.reset()
  expect(headless.liff.id).toBe(null)
  expect(headless.recorded).toEqual({
    navigations: [],
    windows: [],
    opened: [],
    bridge: [],
    closed: 0,
    alerts: [],
  })
  expect(headless.messages()).toEqual([])
  await headless.liff.init({ liffId })
  expect(await headless.liff.getFriendship()).toEqual({ friendFlag: true })
})

test('two phones at the same time share nothing', async () => {
  const [inside, outside] = await Promise.all([
    createHeadlessLiff('friend'),
    createHeadlessLiff('not-in-client'),
  ])
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
  const { liff: headless } = await createHeadlessLiff('friend')
  await headless.init({ liffId })
  expect(liff.getProfile).toBe(before)
  expect(headless).not.toBe(liff)
})

test('has the type of the SDK’s liff, and its version', async () => {
  const { liff: headless } = await createHeadlessLiff('friend')
  const sdk: Liff = headless
  expect(sdk.getVersion()).toBe(liff.getVersion())
})

test('issues an ID token that a server can verify with LINE’s published keys', async () => {
  const { liff: headless, jwks, lineFetch } = await createHeadlessLiff('friend')
  await headless.init({ liffId })
  const expected = { issuer: 'https://access.line.me', audience: '2000000001', algorithms: ['ES256'] }
  const keys = createLocalJWKSet(jwks())
  const { payload } = await jwtVerify(headless.getIDToken() ?? '', keys, expected)
  expect(payload.sub).toBe(DEFAULT_USER_ID)
  const published = await lineFetch('https://api.line.me/oauth2/v2.1/certs')
  expect(await published.json()).toEqual(jwks())
})

test('the app’s server reaches LINE while the phone is offline', async () => {
  const { lineFetch } = await createHeadlessLiff('offline')
  expect((await lineFetch('https://api.line.me/oauth2/v2.1/certs')).ok).toBe(true)
})

test('refuses an unknown scenario or field, and names it', async () => {
  await expect(createHeadlessLiff('freind')).rejects.toThrow('Unknown scenario "freind"')
  const headless = await createHeadlessLiff('friend')
  expect(() => headless.patch({ environment: { os: 'symbian' } })).toThrow('environment.os')
})

test('replaces the LIFF id of a named scenario with the app’s own', async () => {
  const own = '1234567890-AbCdEfGh'
  const { liff: headless } = await createHeadlessLiff('friend', { liffId: own })
  await headless.init({ liffId: own })
  expect(headless.getContext()).toMatchObject({ liffId: own, endpointUrl: 'https://localhost/' })
})

test('runs another version of the SDK under the name that npm has installed it', async () => {
  const { liff: newer } = await createHeadlessLiff('friend', { sdk: 'liff-2.31.0' })
  await newer.init({ liffId })
  expect(newer.getVersion()).toBe('2.31.0')
  expect(await newer.getFriendship()).toEqual({ friendFlag: true })
  expect((newer as unknown as { getOrigins: () => unknown }).getOrigins).toBeTypeOf('function')
  await expect(createHeadlessLiff('friend', { sdk: 'liff-none' })).rejects.toThrow(
    'liff-none is not installed in',
  )
})

test('a spy and a kept function stay valid when another page opens, and a restored spy ends', async () => {
  const { liff: app, reload } = await createHeadlessLiff('friend')
  const { isInClient } = app
  const spy = vi.spyOn(app, 'getProfile').mockResolvedValue({ userId: 'U1', displayName: 'Spy' })
  reload('https://localhost/next')
  expect(await app.getProfile()).toMatchObject({ displayName: 'Spy' })
  expect(isInClient()).toBe(true)
  spy.mockRestore()
  await expect(app.getProfile()).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
  expect(Object.keys(app)).toContain('permission')
  expect('permission' in app && 'none' in app).toBe(false)
})
