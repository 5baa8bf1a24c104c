import { statfs } from 'node:fs/promises'

/** The largest possible photo (10 MB) plus space for the database. */
const MIN_FREE_BYTES = 16_000_000

/** Rejects if the folder's disk does not have enough space for a photo and the database. */
export async function requireRoom(dir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error(`the disk of ${dir} is full`)
}
