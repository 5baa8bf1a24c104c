// @vitest-environment happy-dom
import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
import { type DrivenLiffMock, driveLiffMock } from '#emulator/liff-mock/drive-liff-mock.ts'
import { DEFAULT_LIFF_ID } from '#emulator/scenario/defaults.ts'
import { newPackages, type OwnLiff, ownLiff } from '#tests/kit/own-liff.ts'

const liffId = DEFAULT_LIFF_ID

async function driven(
  scenario?: Parameters<typeof driveLiffMock>[1],
): Promise<DrivenLiffMock & { readonly liff: OwnLiff }> {
  const liff = await ownLiff()
  return { ...(await driveLiffMock(liff, scenario)), liff }
}

test('not in client: the app’s own liff is outside LINE and signed out', async () => {
  const { liff } = await driven('not-in-client')
  expect(liff.isInClient()).toBe(false)
  expect(liff.isLoggedIn()).toBe(false)
  expect(liff.getIDToken()).toBeNull()
  await expect(liff.getProfile()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('the app may initialise its liff after the scenario is set', async () => {
  const { liff, LiffMockPlugin } = newPackages()
  liff.use(new LiffMockPlugin())
  await driveLiffMock(liff, 'not-friend')
  await liff.init({ liffId, mock: true })
  expect(liff.isInClient()).toBe(true)
  expect(await liff.getFriendship()).toEqual({ friendFlag: false })
})

test('not in client: completeLogin signs the user in', async () => {
  const { liff, completeLogin } = await driven('not-in-client')
  liff.login()
  expect(liff.isLoggedIn()).toBe(false)
  await completeLogin()
  expect(liff.isLoggedIn()).toBe(true)
  expect(liff.isInClient()).toBe(false)
  expect(await liff.getProfile()).toMatchObject({ displayName: 'Somying Jaidee' })
  const token = liff.getIDToken()
  await completeLogin()
  expect(liff.getIDToken()).toBe(token)
})

test('not friend: getFriendship says so, without a login by the app', async () => {
  const { liff, change } = await driven('not-friend')
  expect(liff.isInClient()).toBe(true)
  expect(await liff.getFriendship()).toEqual({ friendFlag: false })
  await change('friend')
  expect(await liff.getFriendship()).toEqual({ friendFlag: true })
})

test('expired token: the ID token has expired, and opening the app again gets a new one', async () => {
  const { liff, reopen } = await driven('expired-id-token')
  const secondsLeft = () => (liff.getDecodedIDToken()?.exp ?? 0) - Date.now() / 1000
  expect(secondsLeft()).toBeLessThan(0)
  await reopen()
  expect(secondsLeft()).toBeGreaterThan(0)
})

test('expired token, stuck: opening the app again does not help', async () => {
  const { liff, reopen } = await driven('expired-id-token-stuck')
  await reopen()
  expect((liff.getDecodedIDToken()?.exp ?? 0) * 1000).toBeLessThan(Date.now())
})

test('the ID token is one that a server can verify, also after a change', async () => {
  const { liff, lineFetch, change } = await driven('friend')
  const certs = await lineFetch('https://api.line.me/oauth2/v2.1/certs')
  const keys = createLocalJWKSet(await certs.json())
  const { payload } = await jwtVerify(liff.getIDToken() ?? '', keys, { audience: liffId.split('-')[0] ?? '' })
  await change('not-friend')
  const later = await jwtVerify(liff.getIDToken() ?? '', keys)
  expect(later.payload.sub).toBe(payload.sub)
})

test('a call that fails in the scenario rejects with the SDK’s code and message', async () => {
  const { liff, change } = await driven('no-linked-oa')
  await expect(liff.getFriendship()).rejects.toMatchObject({ code: '400' })
  await change('revoked-access-token')
  await expect(liff.getProfile()).rejects.toThrow('access token revoked')
  await change('no-chat-write-scope')
  await expect(liff.sendMessages([{ type: 'text', text: 'x' }])).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await liff.permission.query('chat_message.write')).toEqual({ state: 'unavailable' })
  await change('picker-cancel')
  expect(await liff.shareTargetPicker([{ type: 'text', text: 'x' }])).toBeUndefined()
})

test('a scenario object works like a name, and the app’s own LIFF id appears in the context', async () => {
  const own = '1234567890-AbCdEfGh'
  const liff = await ownLiff(own)
  const headless = await createHeadlessLiff('not-friend', { liffId: own })
  const scenario = { ...headless.scenario(), screens: { scanner: 'STORE-0042' } }
  await driveLiffMock(liff, scenario, { liffId: own })
  expect(await liff.scanCodeV2()).toEqual({ value: 'STORE-0042' })
  expect(liff.getContext()).toMatchObject({ liffId: own })
})

test('restore brings back the data that the developer had set', async () => {
  const liff = await ownLiff()
  liff.$mock.set(before => ({ ...before, getOS: 'ios' }))
  const { restore } = await driveLiffMock(liff, 'not-friend')
  expect(liff.getOS()).toBe('android')
  restore()
  expect(liff.getOS()).toBe('ios')
  expect(liff.isInClient()).toBe(false)
  expect(() => liff.getProfile()).toThrow('You need to call liff.login first.')
  liff.login()
  expect(await liff.getProfile()).toMatchObject({ displayName: 'Brown' })
})

test('drives nest: the inner one ends with the scenario of the outer one, and that one with the developer’s data', async () => {
  const { liff, restore } = await driven('not-friend')
  const inner = await driveLiffMock(liff, 'not-in-client')
  expect(liff.isInClient()).toBe(false)
  await expect(liff.getFriendship()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  inner.restore()
  expect(liff.isInClient()).toBe(true)
  expect(await liff.getFriendship()).toEqual({ friendFlag: false })
  restore()
  expect(() => liff.getFriendship()).toThrow('You need to call liff.login first.')
  inner.restore()
  expect(() => liff.getFriendship()).toThrow('You need to call liff.login first.')
})

test('data that the developer sets later is the answer until the next change', async () => {
  const { liff, change } = await driven('friend')
  liff.$mock.set(before => ({ ...before, getFriendship: { friendFlag: false } }))
  expect(await liff.getFriendship()).toEqual({ friendFlag: false })
  expect(liff.isInClient()).toBe(true)
  await change('friend')
  expect(await liff.getFriendship()).toEqual({ friendFlag: true })
})

test('refuses a scenario that liff-mock cannot express, says why, and changes nothing', async () => {
  const { liff, change, scenario } = await driven('not-friend')
  for (const [name, reason] of [
    ['offline', 'network.kind: liff-mock sends no requests'],
    ['friend+clock-skew', 'clock.skewMs: liff-mock has no clock'],
    ['first-consent', 'liff.init waits for LINE’s consent page'],
    ['consent-denied', 'liff.init rejects with "access_denied'],
  ] as const) {
    await expect(change(name)).rejects.toThrow(reason)
    await expect(change(name)).rejects.toThrow('Use createHeadlessLiff of liff-emulator/headless')
  }
  expect(scenario().name).toBe('not-friend')
  expect(await liff.getFriendship()).toEqual({ friendFlag: false })
  await expect(change('freind')).rejects.toThrow('Unknown scenario "freind"')
})

test('without liff-mock’s plugin, it refuses to start', async () => {
  const { liff } = newPackages()
  await expect(driveLiffMock(liff, 'friend')).rejects.toThrow('Call liff.use(new LiffMockPlugin())')
})
