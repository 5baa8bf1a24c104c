import { isBuffer } from '#src/storage/is-buffer.ts'
import { photoKey } from '#src/storage/keys.ts'
import type { Job } from './job.ts'
import type { StoredPhoto } from './upload.ts'

/** The keys of the photos that only these jobs use. `jobs` are all jobs on the phone. */
export function photosOfOnly(ids: readonly string[], jobs: Iterable<Job>): string[] {
  const keysOf = (job: Job) => job.photos.map(({ sha256 }) => photoKey(job.owner, sha256))
  const all = [...jobs]
  const used = new Set(all.filter(({ id }) => !ids.includes(id)).flatMap(keysOf))
  return all
    .filter(({ id }) => ids.includes(id))
    .flatMap(keysOf)
    .filter(key => !used.has(key))
}

/** Parses a stored photo. Returns null if it is not one. */
export function parsePhoto(value: unknown): StoredPhoto | null {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('bytes' in value)) return null
  const { type, bytes } = value
  return typeof type === 'string' && isBuffer(bytes) ? { type, bytes } : null
}
