import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const PREFIX = '.aside-'
/** Older folders are deleted, because no install or build takes this long. */
const LEFTOVER_MS = 3_600_000
const MOST_TRIES = 10

/**
 * Calls `work` with a new empty folder inside `parent`, and deletes the folder afterwards.
 *
 * Installs and builds write to this folder and move the result into place with `replaceFolder`, so the previous result
 * survives if the process is killed, and concurrent runs do not interfere. The folder is next to the target because
 * renaming works only within one file system.
 */
export async function aside(parent, work) {
  deleteLeftovers(parent)
  const folder = mkdtempSync(join(parent, PREFIX))
  const cleanUp = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  // Clean up even if `work` calls `process.exit()`.
  process.once('exit', cleanUp)
  try {
    return await work(folder)
  } finally {
    process.off('exit', cleanUp)
    cleanUp()
  }
}

function deleteLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(parent, name)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > LEFTOVER_MS) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Replaces `target` with `built` by renaming twice, so that no reader sees a half-written folder. The old `target`
 * moves to `trash`, which must not exist. Retries if another process creates `target` in between.
 */
export function replaceFolder(built, target, trash) {
  for (let attempt = 1; ; attempt += 1) {
    moveIfPresent(target, `${trash}-${attempt}`)
    try {
      renameSync(built, target)
      return
    } catch (error) {
      const isTaken = ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)
      if (!isTaken || attempt === MOST_TRIES) throw error
    }
  }
}

function moveIfPresent(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
