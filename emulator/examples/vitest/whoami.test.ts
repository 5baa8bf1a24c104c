import { liffTest } from 'liff-emulator/vitest'
import { expect, vi } from 'vitest'
import { whoami } from './whoami.ts'

vi.mock('@line/liff', async () => ({ default: (await import('liff-emulator/vitest')).liff }))

const test = liffTest.extend({ liffOptions: { liffId: '1234567890-AbCdEfGh' } })

test('an app that imports the SDK gets this test’s phone', async ({ mockLiff }) => {
  expect(await whoami()).toBe(mockLiff.scenario().users[0]?.displayName)
})
