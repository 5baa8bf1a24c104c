import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

const LOOK_AGAIN_MS = 100

/**
 * Does `work` while no other process on this machine does what the same lock file guards; `onWait` is told, once,
 * which process is waited for. A lock whose process is gone is taken over.
 */
export function whileLocked(file, work, onWait = () => {}) {
  const mine = `${file}.${process.pid}`
  const release = () => rmSync(file, { force: true })
  writeFileSync(mine, String(process.pid))
  try {
    let waiting = false
    while (!taken(mine, file)) {
      const holder = holderOf(file)
      if (holder === null) continue
      if (!isAlive(holder)) takeAway(file, holder)
      else {
        if (!waiting) onWait(holder)
        waiting = true
        sleep(LOOK_AGAIN_MS)
      }
    }
  } finally {
    rmSync(mine, { force: true })
  }
  // A failed build ends the process in the middle of the work.
  process.once('exit', release)
  try {
    return work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** A link appears whole or not at all: nobody reads a lock that has no process in it yet. */
function taken(mine, file) {
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else's lives too.
    return error.code === 'EPERM'
  }
}

/** Of several that find the same dead lock, one moves it away; who moved a living one instead puts it back. */
function takeAway(file, dead) {
  const away = `${file}.${process.pid}.away`
  try {
    renameSync(file, away)
    if (holderOf(away) !== dead) linkSync(away, file)
  } catch {
    // Somebody else was faster: look again.
  }
  rmSync(away, { force: true })
}

function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
