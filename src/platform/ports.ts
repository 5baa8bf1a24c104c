import { lazyOnce } from '#src/loading/lazy-once.ts'
import { createListeners } from '#src/loading/listeners.ts'
import type { Ports } from '#src/ports.ts'
import {
  createIndexedDbStore,
  createKeyValueStore,
  withBreaker,
  withQuotaGuard,
} from '#src/storage/key-value-store.ts'
import { STORE_NAME } from '#src/storage/keys.ts'
import { local } from '#src/storage/local-storage.ts'
import { pageDatabases } from '#src/storage/page-databases.ts'
import { createPageReads } from '#src/storage/page-reads.ts'
import { replaceRefusedStorage } from '#src/storage/page-storage.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { createTokenCookie } from '#src/storage/token-cookie.ts'
import { withWorker } from '#src/storage/worker-reads.ts'
import { copyText } from './clipboard.ts'
import { clock } from './clock.ts'
import { readConfig } from './config.ts'
import { createConnectivity } from './connectivity.ts'
import { createApi } from './http.ts'
import { ids } from './ids.ts'
import { createLine } from './liff.ts'
import { navigation } from './navigation.ts'
import { createTabs } from './tabs.ts'
import { visibility } from './visibility.ts'

export function pagePorts(afterPaint: Ports['afterPaint']): Ports {
  replaceRefusedStorage()
  const config = readConfig()
  const cookie = createTokenCookie(clock, visibility)
  const connectivity = createConnectivity(window)
  const storage = navigator.storage as StorageManager | undefined
  const estimate = storage?.estimate && (() => storage.estimate())
  const losses = createListeners()
  const database = createIndexedDbStore(reopeningStore(clock, pageDatabases, STORE_NAME, losses.tell))
  const disk = withBreaker(withQuotaGuard(database, clock, estimate), clock)
  const line = createLine(config.liffId, {
    sdk: lazyOnce(async () => (await import('./liff-sdk.ts')).liff),
    features: async () => (await import('./liff-features.ts')).liff,
  })
  const kv = createKeyValueStore(disk)
  const tabs = createTabs()
  const api = createApi({
    fetch: request => fetch(request),
    baseUrl: navigation.origin(),
    token: cookie.get,
    language: () => local.phone.get('lang') ?? line.language(),
    clock,
    onTraffic: connectivity.report,
  })
  return {
    api,
    reads: withWorker(createPageReads({ api, kv, clock, tabs }), api, hasWorker),
    kv,
    disk: { ...disk, onLost: losses.listen },
    local,
    clock,
    ids,
    cookie,
    navigation,
    visibility,
    connectivity,
    line,
    photos: {
      async prepare(file, turns) {
        const module = await photos().catch(() => null)
        return module?.createPhotos(ids).prepare(file, turns) ?? { ok: false, reason: 'unreadable' }
      },
      problem: photo =>
        photos().then(
          module => module.createPhotos(ids).problem(photo),
          () => null,
        ),
      thumbnail: photo =>
        photos().then(
          module => module.createPhotos(ids).thumbnail(photo),
          () => null,
        ),
    },
    tabs,
    copyText,
    config,
    afterPaint,
  }
}

/** Loaded lazily, because only the receipt form needs it. */
const photos = lazyOnce(() => import('./photos.ts'))

function hasWorker(): boolean {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  return !!workers?.controller
}
