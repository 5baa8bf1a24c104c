import { expect, test } from 'vitest'
import { CACHED_BECAUSE } from '#src/platform/worker-protocol.ts'
import { installWorker } from '#tests/kit/offline-worker.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'

test('serves the cached list instead of a gateway’s refusal, without the gateway’s request id', async () => {
  const world = await offlineWorld()
  const worker = installWorker(world)
  const get = () => worker.answer(new Request('https://campaign.example/api/master/province'))
  await get()
  await worker.idle()
  world.breakBy(() => 'forbidden')
  const response = await get()
  expect(await response?.json()).toHaveLength(77)
  // The page would mistake the gateway's id for our server's.
  const names = [CACHED_BECAUSE, 'X-Request-Id']
  expect(names.map(name => response?.headers.get(name))).toEqual(['403', null])
  await world.server.close()
})
