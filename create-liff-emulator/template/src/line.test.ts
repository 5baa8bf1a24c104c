import { liffTest } from 'liff-emulator/vitest'
import { expect, vi } from 'vitest'
import { signIn } from './line.ts'

// Your code gets the installed SDK, in a page with an emulated LINE.
vi.mock('@line/liff', async () => ({ default: (await import('liff-emulator/vitest')).liff }))

const test = liffTest.extend({ scenario: 'not-friend' })

test('signs the customer in, and knows whether they have added the account', async ({ headlessLiff }) => {
  expect(await signIn()).toEqual({ name: 'Somying Jaidee', friend: false })
  headlessLiff.setFriendship('friend')
  expect(await signIn()).toEqual({ name: 'Somying Jaidee', friend: true })
})
