import type { Ids } from '#src/ports.ts'
import { isBuffer } from '#src/storage/is-buffer.ts'
import { photoKey } from '#src/storage/keys.ts'
import { isValueLost } from '#src/storage/storage-failure.ts'
import type { Job } from './job.ts'
import type { StoredPhoto } from './upload.ts'

/** Returns the keys of photos that only the jobs `ids` use. `jobs` must contain all jobs on the phone. */
export function photosOfOnly(ids: readonly string[], jobs: Iterable<Job>): string[] {
  const keysOf = (job: Job) => job.photos.map(({ sha256 }) => photoKey(job.owner, sha256))
  const all = [...jobs]
  const used = new Set(all.filter(({ id }) => !ids.includes(id)).flatMap(keysOf))
  return all
    .filter(({ id }) => ids.includes(id))
    .flatMap(keysOf)
    .filter(key => !used.has(key))
}

/** Returns null for a missing or damaged photo, which our server would reject. Rejects if the database fails. */
export async function readPhoto(
  store: { photo(owner: string, sha256: string): Promise<StoredPhoto | null> },
  ids: Pick<Ids, 'sha256'>,
  owner: string,
  sha256: string,
): Promise<StoredPhoto | null> {
  const photo = await store.photo(owner, sha256).catch((error: unknown) => {
    if (isValueLost(error)) return null
    throw error
  })
  if (photo === null || photo.bytes.byteLength === 0) return null
  return (await ids.sha256(new Uint8Array(photo.bytes))) === sha256 ? photo : null
}

export function parsePhoto(value: unknown): StoredPhoto | null {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('bytes' in value)) return null
  const { type, bytes } = value
  return typeof type === 'string' && isBuffer(bytes) ? { type, bytes } : null
}
