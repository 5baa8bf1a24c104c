import { describe, expect } from 'vitest'
import { liffTest } from '#emulator/mock/vitest.ts'
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
