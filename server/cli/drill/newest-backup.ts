import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '#server/cli/verb.ts'

/**
 * Returns the path itself if it is a file, otherwise the folder's newest `.tar` file by modification time: an
 * interrupted backup has no manifest but may be the newest.
 */
export async function newestBackup(path: string): Promise<{ file: string; isFolder: boolean }> {
  const found = await stat(path).catch(() => {
    throw new CliError(`${path}: no such file or folder`)
  })
  if (!found.isDirectory()) return { file: path, isFolder: false }
  const names = (await readdir(path)).filter(name => name.endsWith('.tar'))
  const files = await Promise.all(
    names.map(async name => ({ name, changedAt: (await stat(join(path, name))).mtimeMs })),
  )
  const [newest] = files.toSorted((a, b) => b.changedAt - a.changedAt || b.name.localeCompare(a.name))
  if (!newest) throw new CliError(`${path}: contains no backup (*.tar)`)
  return { file: join(path, newest.name), isFolder: true }
}
