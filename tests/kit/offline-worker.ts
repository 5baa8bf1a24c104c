import type { KeyValueStore } from '#src/ports.ts'
import { answerCached } from '#sw/cached-answers.ts'
import type { OfflineWorld } from './offline-world.ts'

export type OfflineWorker = ReturnType<typeof installWorker>

/** Installs a service worker on the world's phone. Each of its transactions takes `writeMs` of virtual time. */
export function installWorker(world: OfflineWorld, fetch = world.fetch, writeMs = 0) {
  const host = world.phone.base()
  const written: string[] = []
  const counted = countWrites(host.ports.kv, written)
  const kv: KeyValueStore = {
    ...counted,
    async transact(key, change) {
      if (writeMs > 0) await new Promise<void>(resolve => host.ports.clock.after(writeMs, resolve))
      return counted.transact(key, change)
    },
  }
  const asked: string[] = []
  let work: Promise<unknown> = Promise.resolve()
  const answer = (request: Request) =>
    answerCached(
      {
        kv,
        clock: host.ports.clock,
        tabs: host.ports.tabs,
        fetch,
        waitUntil(more) {
          work = Promise.all([work, more])
        },
      },
      request,
    )
  world.answerBy(request => {
    const only = request.headers.get('cache-control') === null ? '' : ' from the store'
    asked.push(new URL(request.url).pathname + only)
    return answer(request)
  })
  return {
    answer,
    /** The paths of the pages' requests, in order. A request with a `Cache-Control` adds ` from the store`. */
    asked,
    /** The keys that the worker has written, in order. */
    written,
    /** Waits for the work that continues after the worker has responded. */
    idle: async () => void (await work),
  }
}

/** Wraps the store so that it adds each written key to `written`. */
function countWrites(kv: KeyValueStore, written: string[]): KeyValueStore {
  return {
    ...kv,
    set: entries => {
      written.push(...entries.map(([key]) => key))
      return kv.set(entries)
    },
    transact: (key, change) =>
      kv.transact(key, old => {
        const entries = change(old)
        written.push(...(entries ?? []).map(([name]) => name))
        return entries
      }),
  }
}
