import type { KeyValueStore, Photos } from '#src/ports.ts'
import { isBuffer } from '#src/storage/is-buffer.ts'
import { privateKey, thumbnailKey } from '#src/storage/keys.ts'
import { writeWhileSignedIn } from '#src/storage/signed-in.ts'

/* These records are deleted on sign-out, and may be deleted if the phone is full. */

/** About 3 kB each. */
export const THUMBNAILS_MAX = 60

const lastStoreKey = (customerId: string) => privateKey(customerId, 'last-store')

type Thumbnail = { readonly bytes: ArrayBuffer; readonly at: number }

export async function readLastStore(kv: KeyValueStore, customerId: string): Promise<number | null> {
  const stored = await kv.get(lastStoreKey(customerId)).catch(() => null)
  return typeof stored === 'number' ? stored : null
}

export async function writeLastStore(kv: KeyValueStore, customerId: string, storeId: number): Promise<void> {
  await writeWhileSignedIn(kv, customerId, [lastStoreKey(customerId), storeId]).catch(() => false)
}

export async function readThumbnail(
  kv: KeyValueStore,
  customerId: string,
  sha256: string,
): Promise<Blob | null> {
  const stored = parseThumbnail(await kv.get(thumbnailKey(customerId, sha256)).catch(() => null))
  return stored && new Blob([stored.bytes], { type: 'image/jpeg' })
}

/** Resolves to null if the phone cannot create a thumbnail. `at` is in milliseconds since 1970. */
export async function keepThumbnail(
  { kv, photos }: { readonly kv: KeyValueStore; readonly photos: Photos },
  customerId: string,
  { sha256, photo, at }: { readonly sha256: string; readonly photo: Blob; readonly at: number },
): Promise<Blob | null> {
  const small = await photos.thumbnail(photo).catch(() => null)
  if (small === null) return null
  const entry = [thumbnailKey(customerId, sha256), { bytes: await small.arrayBuffer(), at }] as const
  await writeWhileSignedIn(kv, customerId, entry)
    .then(() => deleteOldest(kv, customerId))
    .catch(() => {})
  return small
}

async function deleteOldest(kv: KeyValueStore, customerId: string): Promise<void> {
  const prefix = thumbnailKey(customerId, '')
  if ((await kv.keys(prefix)).length <= THUMBNAILS_MAX) return
  const byAge = (await kv.entries(prefix)).sort(
    ([, a], [, b]) => (parseThumbnail(b)?.at ?? 0) - (parseThumbnail(a)?.at ?? 0),
  )
  await kv.delete(byAge.slice(THUMBNAILS_MAX).map(([key]) => key))
}

function parseThumbnail(value: unknown): Thumbnail | null {
  if (typeof value !== 'object' || value === null || !('bytes' in value) || !('at' in value)) return null
  return isBuffer(value.bytes) && typeof value.at === 'number' ? { bytes: value.bytes, at: value.at } : null
}
