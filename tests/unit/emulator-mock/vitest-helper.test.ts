import { describe, expect, test as it } from 'vitest'
import { liff, liffTest } from '#emulator/mock/vitest.ts'
import { DEFAULT_LIFF_ID } from '#emulator/scenario/defaults.ts'

liffTest('a test gets a phone in the scenario friend', async ({ mockLiff }) => {
  await mockLiff.liff.init({ liffId: DEFAULT_LIFF_ID })
  expect(await mockLiff.liff.getFriendship()).toEqual({ friendFlag: true })
})

describe('with another scenario', () => {
  const test = liffTest.extend({ scenario: 'not-friend' })

  test('a test gets a phone in that one', async ({ mockLiff }) => {
    await mockLiff.liff.init({ liffId: DEFAULT_LIFF_ID })
    expect(await mockLiff.liff.getFriendship()).toEqual({ friendFlag: false })
  })
})

describe('for an app that imports the SDK', () => {
  liffTest('liff is the phone of the test that runs', async ({ mockLiff }) => {
    await liff.init({ liffId: DEFAULT_LIFF_ID })
    expect(await liff.getProfile()).toEqual(await mockLiff.liff.getProfile())
  })

  it('liff says so where no such test runs', () => {
    expect(() => liff.init).toThrow('liff.init was used, and no test that takes `mockLiff` is running')
  })
})
