import { describe, expect, test as it } from 'vitest'
import { liff, liffTest } from '#emulator/mock/vitest.ts'
import { DEFAULT_LIFF_ID } from '#emulator/scenario/defaults.ts'

liffTest('gives a test a phone with the scenario friend', async ({ mockLiff }) => {
  await mockLiff.liff.init({ liffId: DEFAULT_LIFF_ID })
  expect(await mockLiff.liff.getFriendship()).toEqual({ friendFlag: true })
})

describe('with another scenario', () => {
  const test = liffTest.extend({ scenario: 'not-friend' })

  test('gives a test a phone with that scenario', async ({ mockLiff }) => {
    await mockLiff.liff.init({ liffId: DEFAULT_LIFF_ID })
    expect(await mockLiff.liff.getFriendship()).toEqual({ friendFlag: false })
  })
})

describe('for an app that imports the SDK', () => {
  liffTest('liff is the phone of the running test', async ({ mockLiff }) => {
    await liff.init({ liffId: DEFAULT_LIFF_ID })
    expect(await liff.getProfile()).toEqual(await mockLiff.liff.getProfile())
  })

  it('liff throws if no such test is running', () => {
    expect(() => liff.init).toThrow('liff.init was used, but no test with the `mockLiff` fixture is running')
  })
})
