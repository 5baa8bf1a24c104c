import { liffTest } from 'liff-emulator/vitest'
import { describe, expect } from 'vitest'
import { greeting } from './greeting.ts'

const users = [{ userId: `U${'a'.repeat(32)}`, displayName: 'Mali' }]
const test = liffTest.extend({ liffOptions: { base: { users, user: users[0]?.userId } } })

test('welcomes back a friend of the account', async ({ headlessLiff }) => {
  headlessLiff.setFriendship('friend')
  expect(await greeting(headlessLiff.liff)).toBe('Welcome back, Mali')
})

test('asks a user who has blocked the account to add it', async ({ headlessLiff }) => {
  headlessLiff.setFriendship('blocked')
  expect(await greeting(headlessLiff.liff)).toBe('Hello, Mali. Add us as a friend?')
})

describe('in the phone’s own browser', () => {
  const outside = test.extend({ scenario: 'not-in-client' })

  outside('asks the user to sign in first', async ({ headlessLiff }) => {
    expect(await greeting(headlessLiff.liff)).toBe('One moment …')
    headlessLiff.setFriendship('friend')
    await headlessLiff.completeLogin()
    expect(await greeting(headlessLiff.liff)).toBe('Welcome back, Mali')
  })
})
