import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStore } from '#server/deps.ts'
import { requireRoom } from '#server/store/data-dir.ts'

/**
 * File names are hashes of the keys, so a key cannot point outside the directory. A file is either
 * complete or absent: it is written under a temporary name, synced and renamed, then its directory
 * is synced.
 */
export function diskObjects(dir: string): ObjectStore {
  const pathOf = (key: string): string => {
    const hash = createHash('sha256').update(key).digest('hex')
    return join(dir, hash.slice(0, 2), hash.slice(2, 4), hash)
  }
  return {
    async put(key, bytes, _type, { onlyNew = false } = {}) {
      const path = pathOf(key)
      const temporary = `${path}.${randomUUID()}.tmp`
      await makeDirectories(dir, path)
      try {
        await writeSynced(temporary, bytes)
        if (!onlyNew || !(await linkNew(temporary, path))) await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncDirectory(dirname(path))
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
    async probe() {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
      await requireRoom(dir)
    },
  }
}

/** Errors of `link` on file systems without hard links, such as exFAT and some network drives. */
const NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Renames without replacing a file. Returns false if the file system lacks hard links. */
async function linkNew(temporary: string, path: string): Promise<boolean> {
  const failed = await link(temporary, path).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  )
  if (failed && NO_LINKS.has(failed.code)) return false
  if (failed && failed.code !== 'EEXIST') throw failed
  await rm(temporary)
  return true
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without syncing new directories, a crash could lose a synced file. */
async function makeDirectories(root: string, path: string): Promise<void> {
  const leaf = dirname(path)
  const made = await mkdir(leaf, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  for (const directory of [dirname(root), root, dirname(leaf)]) await syncDirectory(directory)
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
