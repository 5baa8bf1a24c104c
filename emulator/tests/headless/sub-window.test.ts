// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createHeadlessLiff, type HeadlessLiffOptions } from '#emulator/headless/create-headless-liff.ts'
import { DEFAULT_LIFF_ID as liffId } from '#emulator/scenario/defaults.ts'
import { soon } from '#tests/kit/soon.ts'

const availability = {
  subwindowOpen: { permission: true, minVer: '9.0.0' },
  skipChannelVerificationScreen: { permission: true, minVer: '9.0.0' },
}
const url = 'https://liff.line.me/2000000001-Campaign/rules'

async function started(options: HeadlessLiffOptions = {}, scenario = 'friend') {
  const headless = await createHeadlessLiff(scenario, {
    base: { apps: [{ liffId, availability }] },
    ...options,
  })
  await headless.liff.init({ liffId })
  if (headless.liff.isLoggedIn()) return headless
  headless.liff.login()
  await headless.completeLogin()
  await headless.liff.init({ liffId })
  return headless
}

test('inside LINE a sub-window opens by URL scheme, and its first result reaches the page', async () => {
  const headless = await started()
  const events: unknown[] = []
  headless.liff.subWindow.on('submit', (data: unknown) => events.push(data))
  headless.liff.subWindow.on('close', () => events.push('closed'))
  await headless.liff.subWindow.open({ url, appData: { step: 2 } })
  expect(headless.recorded.navigations.at(-1)).toContain(
    `liff://subwindow?url=${encodeURIComponent(url)}&msit=`,
  )
  await headless.endSubWindow('submit', { agreed: true })
  await headless.endSubWindow('close')
  expect(events).toEqual([{ agreed: true }])
})

test('outside LINE a sub-window is a popup, and a removed listener is not called', async () => {
  const headless = await started({}, 'not-in-client')
  const events: string[] = []
  const listener = () => events.push('closed')
  headless.liff.subWindow.on('close', listener)
  headless.liff.subWindow.on('close', () => events.push('still there'))
  headless.liff.subWindow.off('close', listener)
  await headless.liff.subWindow.open({ url })
  expect(headless.recorded.opened).toEqual([
    ['', 'liffsubwindow', 'width=480, height=640, menubar=no, toolbar=no, scrollbars=yes'],
  ])
  await headless.endSubWindow('close')
  expect(events).toEqual(['still there'])
  headless.patch({ environment: { popups: 'blocked' } })
  await expect(headless.liff.subWindow.open({ url })).rejects.toMatchObject({
    code: 'CREATE_SUBWINDOW_FAILED',
  })
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

test('the agreement window gives a new token, rejects if the user refuses, and does not open in an open chat', async () => {
  const base = { apps: [{ liffId, availability }], consent: { unauthorized: ['email' as const] } }
  const agreed = await started({ base, answers: { agree: async () => 'new-token' } })
  await agreed.liff.permission.requestAll()
  expect(agreed.liff.getAccessToken()).toBe('new-token')
  const refused = await started({ base })
  await expect(refused.liff.permission.requestAll()).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    message: "user didn't allow the agreement",
  })
  const inOpenChat = await started({ base }, 'open-chat')
  await expect(inOpenChat.liff.permission.requestAll()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'SkipChannelVerificationScreen is unavailable.',
  })
  // Outside LINE, the user cannot be asked for the permission to send messages.
  const consent = { unauthorized: ['chat_message.write' as const] }
  const outside = await started({ base: { ...base, consent } }, 'not-in-client')
  await expect(outside.liff.permission.requestAll()).rejects.toMatchObject({
    message: 'All permissions have already been approved.',
  })
})

test('writes the SDK’s values to the browser’s storage too', async () => {
  const headless = await started()
  expect(sessionStorage.getItem(`LIFF_STORE:${liffId}:accessToken`)).toBe(
    JSON.stringify(headless.liff.getAccessToken()),
  )
  headless.liff.logout()
  expect(sessionStorage.getItem(`LIFF_STORE:${liffId}:accessToken`)).toBeNull()
})

test('the end of a sub-window does not wait for a page that has been left', async () => {
  const headless = await started()
  await headless.liff.subWindow.open({ url })
  headless.reload()
  const heard: unknown[] = []
  headless.liff.subWindow.on('submit', (data: unknown) => heard.push(data))
  await headless.endSubWindow('submit', { agreed: true })
  expect(heard).toEqual([])
})

test('the end of a sub-window does not wait for a page whose connection stays broken', async () => {
  const headless = await started()
  const heard: unknown[] = []
  headless.liff.subWindow.on('error', (error: unknown) => heard.push(error))
  await headless.liff.subWindow.open({ url })
  // LINE answers the SDK's next poll with an error after which the SDK does not retry.
  headless.patch({ faults: [{ host: 'liff.line.me', path: '/liff/v2/sub/waitResult', status: 400 }] })
  await headless.liff.subWindow.open({ url })
  await soon(() => expect(heard).toHaveLength(1))
  await headless.endSubWindow('submit')
})
