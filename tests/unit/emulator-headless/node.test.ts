// @vitest-environment node
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
