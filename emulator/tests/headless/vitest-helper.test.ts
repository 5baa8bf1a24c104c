import { describe, expect, test as it } from 'vitest'
import { liff, liffTest } from '#emulator/headless/vitest.ts'
import { DEFAULT_LIFF_ID } from '#emulator/scenario/defaults.ts'

liffTest('gives a test a phone with the scenario friend', async ({ headlessLiff }) => {
  await headlessLiff.liff.init({ liffId: DEFAULT_LIFF_ID })
  expect(await headlessLiff.liff.getFriendship()).toEqual({ friendFlag: true })
})

describe('with another scenario', () => {
  const test = liffTest.extend({ scenario: 'not-friend' })

  test('gives a test a phone with that scenario', async ({ headlessLiff }) => {
    await headlessLiff.liff.init({ liffId: DEFAULT_LIFF_ID })
    expect(await headlessLiff.liff.getFriendship()).toEqual({ friendFlag: false })
  })
})

describe('for an app that imports the SDK', () => {
  liffTest('liff is the phone of the running test', async ({ headlessLiff }) => {
    await liff.init({ liffId: DEFAULT_LIFF_ID })
    expect(await liff.getProfile()).toEqual(await headlessLiff.liff.getProfile())
  })

  it('liff throws if no such test is running', () =>
    expect(() => liff.init).toThrow(
      'liff.init was used, but no test with the `headlessLiff` fixture is running',
    ))
})
