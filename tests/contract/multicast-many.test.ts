import { messagingApi } from '@line/bot-sdk'
import { afterEach, expect, test, vi } from 'vitest'
import { crowd } from '#tests/kit/sending-many.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('ten thousand equal messages are twenty requests, and each user gets one', async () => {
  const world = await crowd(10_000)
  await world.enqueue()
  await world.sendAll()
  expect(['multicast', 'push'].map(name => world.calls(`/v2/bot/message/${name}`))).toEqual([20, 0])
  expect(world.received()).toEqual(Array.from({ length: 10_000 }, () => 1))
  expect([await world.states(), await world.multicasts()]).toEqual([{ sent: 10_000 }, []])
  // Queries LINE's own message count with LINE's client library.
  vi.stubGlobal('fetch', (url: string | URL, init: RequestInit) =>
    world.emulator.lineFetch(new Request(url, init)),
  )
  const line = new messagingApi.MessagingApiClient({ channelAccessToken: 'emulated-channel-access-token' })
  expect((await line.getMessageQuotaConsumption()).totalUsage).toBe(10_000)
})
