import { mkdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

export const databaseFile = (dataDir: string): string => join(dataDir, 'campaign.sqlite')
export const objectsDir = (dataDir: string): string => join(dataDir, 'objects')

/**
 * Creates a folder and its parents, accessible only to the owner. Does not use Node's `recursive` option, which never
 * returns below /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  const whole = resolve(path)
  if (await isFolder(whole)) return
  if (dirname(whole) !== whole) await makeFolder(dirname(whole))
  await mkdir(whole, { mode: 0o700 }).catch(async error => {
    // Another process may have created the folder at the same time.
    if (!(await isFolder(whole))) throw error
  })
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )

/** The largest possible photo (10 MB) plus space for the database. */
const MIN_FREE_BYTES = 16_000_000

export async function requireRoom(dir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error(`the disk of ${dir} is full`)
}
