import { expect, test } from 'vitest'
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
import { DEFAULT_LIFF_ID, DEFAULT_USER_ID } from '#emulator/scenario/defaults.ts'

const liffId = DEFAULT_LIFF_ID
const unsettled = Symbol('unsettled')
const settled = (promise: Promise<unknown>) =>
  Promise.race([promise, new Promise(resolve => setTimeout(resolve, 30, unsettled))])

test('friend: init in LINE signs in, with the scenario’s profile and friendship', async () => {
  const { liff } = await createHeadlessLiff('friend')
  expect(liff.id).toBe(null)
  await liff.init({ liffId })
  await liff.ready
  expect(liff.id).toBe(liffId)
  expect(liff.isInClient()).toBe(true)
  expect(liff.isLoggedIn()).toBe(true)
  expect(liff.getOS()).toBe('android')
  expect(liff.getLineVersion()).toBe('14.11.0')
  expect(liff.getContext()?.type).toBe('utou')
  expect(await liff.getProfile()).toMatchObject({ userId: DEFAULT_USER_ID, displayName: 'Somying Jaidee' })
  expect(await liff.getFriendship()).toEqual({ friendFlag: true })
  expect(liff.getDecodedIDToken()).toMatchObject({ sub: DEFAULT_USER_ID, iss: 'https://access.line.me' })
})

test('a login that returns in another browser finds nothing that the SDK stored, and a second one signs in', async () => {
  const { liff, completeLogin, patch } = await createHeadlessLiff('other-browser')
  await liff.init({ liffId })
  liff.login()
  await completeLogin()
  await liff.init({ liffId })
  expect(liff.isLoggedIn()).toBe(false)
  // The same browser keeps the session that the second login stores.
  patch({ environment: { loginBrowser: 'same' } })
  liff.login()
  await completeLogin()
  await liff.init({ liffId })
  expect(liff.isLoggedIn()).toBe(true)
})

test('init removes the launch credentials from the URL', async () => {
  const { liff, url } = await createHeadlessLiff('friend')
  expect(url()).toContain('access_token=')
  await liff.init({ liffId })
  expect(url()).toBe('https://localhost/')
})

test('not-friend: the friendship flag is false until the user adds the account', async () => {
  const { liff, setFriendship } = await createHeadlessLiff('not-friend')
  await liff.init({ liffId })
  expect(await liff.getFriendship()).toEqual({ friendFlag: false })
  setFriendship('friend')
  expect(await liff.getFriendship()).toEqual({ friendFlag: true })
})

test('no-linked-oa: getFriendship rejects with LINE’s error', async () => {
  const { liff } = await createHeadlessLiff('no-linked-oa')
  await liff.init({ liffId })
  await expect(liff.getFriendship()).rejects.toMatchObject({
    code: '400',
    message: 'there is no login bot linked to this channel',
  })
})

test('not-in-client: the user is not logged in after init, and calls that need a token reject', async () => {
  const { liff } = await createHeadlessLiff('not-in-client')
  await liff.init({ liffId })
  expect(liff.isInClient()).toBe(false)
  expect(liff.isLoggedIn()).toBe(false)
  expect(liff.getLineVersion()).toBe(null)
  expect(liff.getAccessToken()).toBe(null)
  expect(liff.getIDToken()).toBe(null)
  await expect(liff.getProfile()).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    message: 'Need access_token for api call, Please login first',
  })
})

test('not-in-client: login navigates to LINE, and after the consent the next page is logged in', async () => {
  const headless = await createHeadlessLiff('not-in-client')
  const { liff, recorded } = headless
  await liff.init({ liffId })
  liff.login({ redirectUri: 'https://localhost/?redirect=%2Fprofile' })
  const authorize = new URL(recorded.navigations.at(-1) ?? '')
  expect(authorize.origin + authorize.pathname).toBe('https://access.line.me/liff/v1/authorize')
  expect(authorize.searchParams.get('code_challenge')).toHaveLength(43)
  const back = new URL(await headless.completeLogin())
  expect(back.searchParams.get('redirect')).toBe('/profile')
  expect(back.searchParams.get('liffClientId')).toBe('2000000001')
  await liff.init({ liffId })
  expect(liff.isLoggedIn()).toBe(true)
  expect(await liff.getProfile()).toMatchObject({ userId: DEFAULT_USER_ID })
})

test('not-in-client: an authorization code does not work twice', async () => {
  const headless = await createHeadlessLiff('not-in-client')
  await headless.liff.init({ liffId })
  headless.liff.login()
  const back = await headless.completeLogin()
  await headless.liff.init({ liffId })
  headless.liff.logout()
  headless.reload(back)
  await headless.liff.init({ liffId })
  expect(headless.liff.isLoggedIn()).toBe(false)
})

test('a session outside LINE survives a reload and ends with logout', async () => {
  const headless = await createHeadlessLiff('not-in-client')
  await headless.liff.init({ liffId })
  headless.liff.login()
  await headless.completeLogin()
  await headless.liff.init({ liffId })
  headless.reload('https://localhost/')
  await headless.liff.init({ liffId })
  expect(headless.liff.isLoggedIn()).toBe(true)
  headless.liff.logout()
  expect(headless.liff.isLoggedIn()).toBe(false)
  expect(headless.liff.getIDToken()).toBe(null)
})

test('not-in-client: init fails after the user declines the consent', async () => {
  const headless = await createHeadlessLiff('not-in-client')
  headless.patch({ consent: { initially: 'none' } })
  await headless.liff.init({ liffId })
  headless.liff.login()
  await headless.denyLogin()
  await expect(headless.liff.init({ liffId })).rejects.toMatchObject({ code: 'INIT_FAILED' })
})

test('withLoginOnExternalBrowser: init navigates to the login and does not settle', async () => {
  const { liff, recorded } = await createHeadlessLiff('not-in-client')
  expect(await settled(liff.init({ liffId, withLoginOnExternalBrowser: true }))).toBe(unsettled)
  expect(recorded.navigations.at(-1)).toContain('https://access.line.me/liff/v1/authorize?')
})

test('expired-id-token: what init finds is expired, and logging out and in again gets a fresh one', async () => {
  const headless = await createHeadlessLiff('expired-id-token')
  const { liff } = headless
  await liff.init({ liffId })
  const expired = liff.getDecodedIDToken()?.exp ?? 0
  expect(expired * 1000).toBeLessThan(Date.now())
  liff.logout()
  headless.reload()
  expect(await settled(liff.init({ liffId }))).toBe(unsettled)
  await headless.completeLogin()
  await liff.init({ liffId })
  expect((liff.getDecodedIDToken()?.exp ?? 0) * 1000).toBeGreaterThan(Date.now())
})

test('expired-id-token-stuck: logging out and opening the app again does not help', async () => {
  const headless = await createHeadlessLiff('expired-id-token-stuck')
  const { liff } = headless
  for (let load = 0; load < 3; load++) {
    await liff.init({ liffId })
    expect((liff.getDecodedIDToken()?.exp ?? 0) * 1000).toBeLessThan(Date.now())
    liff.logout()
    await headless.open()
  }
})

test('no-openid-scope: the user is logged in without an ID token', async () => {
  const { liff } = await createHeadlessLiff('no-openid-scope')
  await liff.init({ liffId })
  expect(liff.isLoggedIn()).toBe(true)
  expect(liff.getIDToken()).toBe(null)
  expect(liff.getDecodedIDToken()).toBe(null)
  await expect(liff.permission.query('openid')).resolves.toEqual({ state: 'unavailable' })
})

test('consent-denied: the app opens with LINE’s error, and init fails with it', async () => {
  const { liff, url } = await createHeadlessLiff('consent-denied')
  expect(new URL(url()).searchParams.get('error')).toBe('access_denied')
  await expect(liff.init({ liffId })).rejects.toMatchObject({
    code: 'INIT_FAILED',
    message: expect.stringMatching(/^access_denied: /),
  })
  expect(liff.isLoggedIn()).toBe(false)
})

test('first-consent: the user is logged in only after agreeing', async () => {
  const headless = await createHeadlessLiff('first-consent')
  expect(await settled(headless.liff.init({ liffId }))).toBe(unsettled)
  await headless.completeLogin({ addFriend: true })
  await headless.liff.init({ liffId })
  expect(headless.liff.isLoggedIn()).toBe(true)
  expect(await headless.liff.getFriendship()).toEqual({ friendFlag: true })
})

test('offline: init fails on the first file that the SDK loads', async () => {
  const { liff } = await createHeadlessLiff('offline')
  const error = await liff.init({ liffId }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'INIT_FAILED', message: 'Unable to load client features.' })
})

test('init succeeds after the network is back', async () => {
  const { liff, patch } = await createHeadlessLiff('offline')
  await expect(liff.init({ liffId })).rejects.toThrow('Unable to load client features.')
  patch({ network: { kind: 'online' } })
  await liff.init({ liffId })
  expect(await liff.getFriendship()).toEqual({ friendFlag: true })
})

test('revoked-access-token: init succeeds, and every later call is refused', async () => {
  const { liff } = await createHeadlessLiff('revoked-access-token')
  await liff.init({ liffId })
  expect(liff.isLoggedIn()).toBe(true)
  await expect(liff.getProfile()).rejects.toMatchObject({ message: 'access token revoked' })
})

test('clock-skew: a new ID token is already expired by the phone’s clock', async () => {
  const { liff } = await createHeadlessLiff('clock-skew')
  await expect(liff.init({ liffId })).rejects.toMatchObject({
    code: 'INVALID_ID_TOKEN',
    message: 'Invalid "exp" value in ID_TOKEN',
  })
})
