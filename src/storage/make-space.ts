import type { Disk } from '#src/ports.ts'
import { isCachedResponse } from './keys.ts'
import { nameOf } from './storage-failure.ts'

/** Deletes copies of server data on a full phone, but not jobs and drafts. Rethrows other errors. */
export async function makeSpace(disk: Pick<Disk, 'keys' | 'delete'>, error: unknown): Promise<void> {
  if (nameOf(error) !== 'QuotaExceededError') throw error
  const keys = [...(await disk.keys('m/')), ...(await disk.keys('u/'))].filter(isCachedResponse)
  if (keys.length > 0) await disk.delete(keys)
}
