import { randomUUID } from 'node:crypto'
import { access, chmod, constants, mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'

function cacheFolder({ XDG_CACHE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string {
  // The XDG specification says that relative paths must be ignored.
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME
  if (process.platform === 'win32' && LOCALAPPDATA) return LOCALAPPDATA
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache')
}

type PrivateFolder = {
  readonly folder: string
  readonly isTemporary: boolean
}

/**
 * Returns the emulator's folder in the user's cache, which only the user can access. In the shared temporary folder,
 * another user could create it first, with a known key. If the cache is not writable (for example, in a container with
 * a read-only home), returns a new temporary folder with a random name.
 */
export async function privateFolder(env: NodeJS.ProcessEnv = process.env): Promise<PrivateFolder> {
  const folder = join(cacheFolder(env), 'liff-emulator')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    await access(folder, constants.W_OK)
    return { folder, isTemporary: false }
  } catch {
    return { folder: await mkdtemp(join(tmpdir(), 'emulator-keys-')), isTemporary: true }
  }
}

/** Replaces a file at once, so that no program reads an incomplete one. */
export async function replaceFile(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const complete = `${path}.${randomUUID()}`
  await writeFile(complete, content, mode === undefined ? {} : { mode })
  await rename(complete, path)
}
