import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
import { DEFAULT_LIFF_ID as liffId } from '#emulator/scenario/defaults.ts'

test('headless LIFF needs no document of the test: plain Node signs in, shares and reloads', async () => {
  expect(typeof document).toBe('undefined')
  const { liff, completeLogin, messages, reload } = await createHeadlessLiff('not-in-client')
  await liff.init({ liffId })
  liff.login()
  await completeLogin()
  await liff.init({ liffId })
  expect(await liff.shareTargetPicker([{ type: 'text', text: 'hi' }])).toEqual({ status: 'success' })
  expect(messages()).toMatchObject([{ via: 'shareTargetPicker', message: { text: 'hi' } }])
  reload('https://localhost/')
  await liff.init({ liffId })
  expect(liff.isLoggedIn()).toBe(true)
})

test('a login is answered once, and a user who has agreed cannot refuse later', async () => {
  const { liff, completeLogin, denyLogin } = await createHeadlessLiff('not-in-client')
  await liff.init({ liffId })
  liff.login()
  await completeLogin()
  await expect(completeLogin()).rejects.toThrow('has not navigated to LINE’s login')
  await liff.init({ liffId })
  liff.logout()
  liff.login()
  await expect(denyLogin()).rejects.toThrow('who has agreed before')
})

/** Opens a sub-window outside LINE. The SDK then keeps polling whether the user has closed it. */
const PROGRAM = `
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
const { close, completeLogin, liff } = await createHeadlessLiff('not-in-client')
const liffId = '${liffId}'
await liff.init({ liffId })
liff.login()
await completeLogin()
await liff.init({ liffId })
await liff.subWindow.open({ url: 'https://liff.line.me/' + liffId })
console.log('opened')
await close()
`

test('a program in plain Node ends after it has closed the page', async () => {
  const words = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 20_000 })
  expect(stdout).toBe('opened\n')
}, 30_000)
