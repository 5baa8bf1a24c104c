import { expect, test } from 'vitest'
import { wakeOutbox } from '#sw/sync.ts'

test('wakes one page, preferably a visible one, and sends nothing itself', async () => {
  const told: string[] = []
  const page = (name: string, visibilityState: string) => ({
    visibilityState,
    postMessage: (message: unknown) => void told.push(`${name} ${JSON.stringify(message)}`),
  })
  const clients = (pages: ReturnType<typeof page>[]) => ({ matchAll: async () => pages })
  await wakeOutbox(clients([page('hidden', 'hidden'), page('seen', 'visible')]))
  await wakeOutbox(clients([page('hidden', 'hidden')]))
  await wakeOutbox(clients([]))
  expect(told).toEqual(['seen {"type":"outbox-sync"}', 'hidden {"type":"outbox-sync"}'])
})
