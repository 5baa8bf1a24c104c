import { createLogQueue } from '#src/outbox/log-queue.ts'
import { createApi } from '#src/platform/http.ts'
import type { OfflineWorld } from './offline-world.ts'
import { pageKv } from './phone.ts'

export type Gateway = (body: string, path: string, key: string | null) => Response | 'lost' | null

/**
 * Creates a log queue without the outbox. `gateway` may respond instead of the server, or lose the server's response.
 * `kv` is the phone's store.
 */
export function loneLogQueue(world: OfflineWorld, gateway: Gateway, kv = pageKv()) {
  const answers: number[] = []
  const calls: string[] = []
  const api = createApi({
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const given = gateway(await request.clone().text(), pathname, request.headers.get('idempotency-key'))
      const response = given instanceof Response ? given : await world.server.fetch(request)
      calls.push(pathname)
      answers.push(response.status)
      if (given === 'lost') throw new TypeError('the answer is lost')
      return response
    },
    baseUrl: 'https://campaign.example',
    token: () => world.a.token,
    clock: world.clock,
  })
  const queue = createLogQueue(kv, { uuid: world.id }, world.id())
  const owner = world.a.customerId
  return {
    kv,
    queue,
    answers,
    calls,
    async add(paths: readonly string[]) {
      for (const path of paths) await queue.add(world.view(path), owner, world.clock.now())
    },
    async sendAll() {
      for (let tries = 0; tries < 40; tries++) {
        const { failure, next } = await queue.send(
          api,
          owner,
          world.clock.now(),
          new AbortController().signal,
        )
        if (failure || next !== world.clock.now()) return failure
      }
      throw new Error('the queue never became empty')
    },
  }
}
