import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents. On Linux, Node's `recursive` option loops forever below /proc, where no
 * folder can be created.
 */
export async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path)
  if (existsSync(path)) return
  if (parent !== path) await makeFolder(parent)
  await mkdir(path).catch(error => {
    // Another process may have created it in the meantime.
    if (!existsSync(path)) throw error
  })
}
