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

test('a sub-window in LINE opens by LINE’s scheme, and the page hears how it ended, once', async () => {
  const mock = await started()
  const heard: unknown[] = []
  mock.liff.subWindow.on('submit', (data: unknown) => heard.push(data))
  mock.liff.subWindow.on('close', () => heard.push('closed'))
  await mock.liff.subWindow.open({ url, appData: { step: 2 } })
  expect(mock.recorded.navigations.at(-1)).toContain(`liff://subwindow?url=${encodeURIComponent(url)}&msit=`)
  mock.endSubWindow('submit', { agreed: true })
  mock.endSubWindow('close')
  expect(heard).toEqual([{ agreed: true }])
})

test('outside LINE it is a popup, and a listener that was taken away hears nothing', async () => {
  const mock = await started({}, 'not-in-client')
  const heard: string[] = []
  const listener = () => heard.push('closed')
  mock.liff.subWindow.on('close', listener)
  mock.liff.subWindow.on('close', () => heard.push('still there'))
  mock.liff.subWindow.off('close', listener)
  await mock.liff.subWindow.open({ url })
  expect(mock.recorded.opened).toEqual([
    ['', 'liffsubwindow', 'width=480, height=640, menubar=no, toolbar=no, scrollbars=yes'],
  ])
  mock.endSubWindow('close')
  expect(heard).toEqual(['still there'])
  mock.patch({ environment: { popups: 'blocked' } })
  await expect(mock.liff.subWindow.open({ url })).rejects.toMatchObject({ code: 'CREATE_SUBWINDOW_FAILED' })
})

test('an app in a sub-window reads what it was handed, and answers the page that opened it', async () => {
  const { liff, subWindowOutcome } = await started({ subWindow: { appData: { step: 2 } } })
  expect(liff.isSubWindow()).toBe(true)
  expect(await liff.subWindow.getAppData()).toEqual({ step: 2 })
  expect(() => liff.subWindow.open({ url })).toThrow('this api can be only called in parent window')
  expect(subWindowOutcome()).toBeNull()
  await liff.subWindow.submit({ agreed: true })
  expect(subWindowOutcome()).toEqual({ status: 'submit', result: { agreed: true } })
})

test('an app in a sub-window that closes without an answer says just that', async () => {
  const { liff, subWindowOutcome } = await started({ subWindow: {} })
  await liff.subWindow.close()
  expect(subWindowOutcome()).toEqual({ status: 'close', result: {} })
})

test('the agreement window brings a new token, or the refusal', async () => {
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

test('what the SDK stores stands in the browser’s storage too', async () => {
  const mock = await started()
  expect(sessionStorage.getItem(`LIFF_STORE:${liffId}:accessToken`)).toBe(
    JSON.stringify(mock.liff.getAccessToken()),
  )
  mock.liff.logout()
  expect(sessionStorage.getItem(`LIFF_STORE:${liffId}:accessToken`)).toBeNull()
})
