import type { Disk } from '#src/ports.ts'
import { isCachedResponse } from './keys.ts'
import { nameOf } from './storage-failure.ts'

/** On a full phone, deletes copies of server data. Rethrows other errors. */
export async function makeSpace(disk: Pick<Disk, 'keys' | 'delete'>, error: unknown): Promise<void> {
  if (nameOf(error) !== 'QuotaExceededError') throw error
  const keys = [...(await disk.keys('m/')), ...(await disk.keys('u/'))].filter(isCachedResponse)
  if (keys.length > 0) await disk.delete(keys)
}
