import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { READ_TIMEOUT_MS } from '#src/storage/limits.ts'
import type { RemotePorts } from './remote.ts'
import type { ReceiptDraft, ReceiptsModel } from './types.ts'
import { withRenewal } from './with-renewal.ts'

/** The time limit includes the upload. */
const READER_TIMEOUT_MS = 30_000

const loadMemory = lazyOnce(() => import('./receipt-memory.ts'))
const memory = () => loadMemory().catch(() => null)

export function receiptPhotos(
  ports: RemotePorts & Pick<Ports, 'kv' | 'photos'>,
  identity: Identity,
  outbox: Outbox,
): Pick<ReceiptsModel, 'photo' | 'lostPhotos' | 'thumbnail' | 'lastStore' | 'read'> & {
  remember(customerId: string, draft: ReceiptDraft): void
} {
  const owner = () => identity.customerId.peek()
  async function keep(customerId: string, sha256: string, photo: Blob): Promise<Blob | null> {
    const at = ports.clock.now()
    return (await memory())?.keepThumbnail(ports, customerId, { sha256, photo, at }) ?? null
  }
  async function queuedPhoto(sha256: string): Promise<Blob | null> {
    const customerId = owner()
    const stored = customerId === null ? null : await outbox.photo(customerId, sha256)
    return stored && new Blob([stored.bytes], { type: stored.type })
  }
  /** Resolves to `lost` if the server does not have the photo, or null if it did not respond. */
  async function find(sha256: string): Promise<Blob | 'lost' | null> {
    const customerId = owner()
    const queued = await queuedPhoto(sha256)
    if (queued) return queued
    const reply = await withRenewal(identity, caller =>
      ports.api.download('getImage', {
        owner: caller,
        params: { sha256 },
        timeout: READ_TIMEOUT_MS.withoutCache,
      }),
    )
    if (!reply.ok) return reply.failure.kind === 'refused' && reply.failure.status === 404 ? 'lost' : null
    if (customerId !== null) void keep(customerId, sha256, reply.value)
    return reply.value
  }
  return {
    async photo(sha256) {
      const found = await find(sha256)
      return found === 'lost' ? null : found
    },
    async lostPhotos(hashes) {
      const found = await Promise.all(hashes.map(find))
      return hashes.filter((_, i) => found[i] === 'lost')
    },
    async thumbnail(sha256) {
      const customerId = owner()
      if (customerId === null) return null
      const small = await (await memory())?.readThumbnail(ports.kv, customerId, sha256)
      if (small) return small
      const photo = await queuedPhoto(sha256).catch(() => null)
      return photo && keep(customerId, sha256, photo)
    },
    async read({ bytes, type }) {
      const reply = await withRenewal(identity, caller =>
        ports.api.call('readReceipt', {
          owner: caller,
          bytes: { data: new Uint8Array(bytes), type },
          timeout: READER_TIMEOUT_MS,
        }),
      )
      return reply.ok ? reply.value : null
    },
    async lastStore() {
      const customerId = owner()
      return customerId === null ? null : ((await memory())?.readLastStore(ports.kv, customerId) ?? null)
    },
    remember(customerId, { storeId, photos }) {
      for (const { sha256, bytes, type } of photos) void keep(customerId, sha256, new Blob([bytes], { type }))
      void memory().then(async remembers => {
        if (storeId !== null) await remembers?.writeLastStore(ports.kv, customerId, storeId)
      })
    },
  }
}
