import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** How long what was asked to end may take, in milliseconds. */
const PATIENCE_MS = 10_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const running = new Set()

/**
 * Starts a program that ends when this process is asked to end, with whatever it has started itself: it is a group of
 * its own, and told as one. Windows has no groups; there it is told alone.
 */
export function startChild(command, args, options) {
  if (running.size === 0) for (const signal of signals) process.on(signal, endAll)
  const child = spawn(command, args, { ...options, detached: process.platform !== 'win32' })
  running.add(child)
  child.once('close', () => {
    running.delete(child)
    if (running.size === 0) for (const signal of signals) process.off(signal, endAll)
  })
  return child
}

/** Asks, and insists with a second signal or after a while. */
async function endAll(signal) {
  const children = [...running]
  for (const one of signals) process.off(one, endAll).on(one, () => insist(children, signal))
  // Whoever waits for one of them would begin the next thing.
  for (const child of children) child.removeAllListeners('close')
  for (const child of children) tell(child, 'SIGTERM')
  setTimeout(() => insist(children, signal), PATIENCE_MS)
  await Promise.all(children.map(child => new Promise(done => child.once('close', done))))
  leave(signal)
}

function insist(children, signal) {
  for (const child of children) tell(child, 'SIGKILL')
  leave(signal)
}

const leave = signal => process.exit(128 + constants.signals[signal])

function tell(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch (error) {
    // It has ended by itself.
    if (error.code !== 'ESRCH') throw error
  }
}
