import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** What lies where in DATA_DIR: the server and the organiser's command line must find the same. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'campaign.sqlite')
export const objectsDir = (dataDir: string): string => join(dataDir, 'objects')

/**
 * Makes a folder and those above it, for its owner alone. Throws the system's error where it cannot be made: Node's
 * own `recursive` never ends below a folder such as /proc, which takes nothing new and denies that it is there.
 */
export async function makeFolder(path: string): Promise<void> {
  const whole = resolve(path)
  if (await isFolder(whole)) return
  if (dirname(whole) !== whole) await makeFolder(dirname(whole))
  await mkdir(whole, { mode: 0o700 }).catch(async error => {
    // Another process may have made it at the same moment.
    if (!(await isFolder(whole))) throw error
  })
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
