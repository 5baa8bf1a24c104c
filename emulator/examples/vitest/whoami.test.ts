import { liffTest } from 'liff-emulator/vitest'
import { expect, vi } from 'vitest'
import { whoami } from './whoami.ts'

vi.mock('@line/liff', async () => ({ default: (await import('liff-emulator/vitest')).liff }))

const test = liffTest.extend({ liffOptions: { liffId: '1234567890-AbCdEfGh' } })

test('code that imports the SDK gets the phone of the test', async ({ headlessLiff }) => {
  expect(await whoami()).toBe(headlessLiff.scenario().users[0]?.displayName)
})
