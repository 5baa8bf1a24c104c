import { expect, test } from 'vitest'
import { createMockLiff, type MockLiffOptions } from '#emulator/mock/create-mock-liff.ts'
import { DEFAULT_LIFF_ID as liffId } from '#emulator/scenario/defaults.ts'

const availability = {
  subwindowOpen: { permission: true, minVer: '9.0.0' },
  skipChannelVerificationScreen: { permission: true, minVer: '9.0.0' },
}
const url = 'https://liff.line.me/2000000001-Campaign/rules'

async function started(options: MockLiffOptions = {}, scenario = 'friend') {
  const mock = await createMockLiff(scenario, { base: { apps: [{ liffId, availability }] }, ...options })
  await mock.liff.init({ liffId })
  if (mock.liff.isLoggedIn()) return mock
  mock.liff.login()
  await mock.completeLogin()
  await mock.liff.init({ liffId })
  return mock
}

test('inside LINE a sub-window opens by URL scheme, and its first result reaches the page', async () => {
  const mock = await started()
  const events: unknown[] = []
  mock.liff.subWindow.on('submit', (data: unknown) => events.push(data))
  mock.liff.subWindow.on('close', () => events.push('closed'))
  await mock.liff.subWindow.open({ url, appData: { step: 2 } })
  expect(mock.recorded.navigations.at(-1)).toContain(`liff://subwindow?url=${encodeURIComponent(url)}&msit=`)
  mock.endSubWindow('submit', { agreed: true })
  mock.endSubWindow('close')
  expect(events).toEqual([{ agreed: true }])
})

test('outside LINE a sub-window is a popup, and a removed listener is not called', async () => {
  const mock = await started({}, 'not-in-client')
  const events: string[] = []
  const listener = () => events.push('closed')
  mock.liff.subWindow.on('close', listener)
  mock.liff.subWindow.on('close', () => events.push('still there'))
  mock.liff.subWindow.off('close', listener)
  await mock.liff.subWindow.open({ url })
  expect(mock.recorded.opened).toEqual([
    ['', 'liffsubwindow', 'width=480, height=640, menubar=no, toolbar=no, scrollbars=yes'],
  ])
  mock.endSubWindow('close')
  expect(events).toEqual(['still there'])
  mock.patch({ environment: { popups: 'blocked' } })
  await expect(mock.liff.subWindow.open({ url })).rejects.toMatchObject({ code: 'CREATE_SUBWINDOW_FAILED' })
})

test('an app in a sub-window reads its app data and sends a result to the page that opened it', async () => {
  const { liff, subWindowOutcome } = await started({ subWindow: { appData: { step: 2 } } })
  expect(liff.isSubWindow()).toBe(true)
  expect(await liff.subWindow.getAppData()).toEqual({ step: 2 })
  expect(() => liff.subWindow.open({ url })).toThrow('this api can be only called in parent window')
  expect(subWindowOutcome()).toBeNull()
  await liff.subWindow.submit({ agreed: true })
  expect(subWindowOutcome()).toEqual({ status: 'submit', result: { agreed: true } })
})

test('an app in a sub-window that closes without a result reports "close"', async () => {
  const { liff, subWindowOutcome } = await started({ subWindow: {} })
  await liff.subWindow.close()
  expect(subWindowOutcome()).toEqual({ status: 'close', result: {} })
})

test('the agreement window gives a new token, or rejects if the user refuses', async () => {
  const base = { apps: [{ liffId, availability }], consent: { unauthorized: ['email'] } }
  const agreed = await started({ base, answers: { agree: async () => 'new-token' } })
  await agreed.liff.permission.requestAll()
  expect(agreed.liff.getAccessToken()).toBe('new-token')
  const refused = await started({ base })
  await expect(refused.liff.permission.requestAll()).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    message: "user didn't allow the agreement",
  })
})

test('writes the SDK’s values to the browser’s storage too', async () => {
  const mock = await started()
  expect(sessionStorage.getItem(`LIFF_STORE:${liffId}:accessToken`)).toBe(
    JSON.stringify(mock.liff.getAccessToken()),
  )
  mock.liff.logout()
  expect(sessionStorage.getItem(`LIFF_STORE:${liffId}:accessToken`)).toBeNull()
})
