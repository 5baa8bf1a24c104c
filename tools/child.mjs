import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const TERMINATE_MS = 10_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const running = new Set()

/**
 * Starts a program that ends together with this process, as do all programs that it starts: the signal goes to their
 * process group. On Windows, only the program itself gets the signal.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {import('node:child_process').ChildProcess}
 */
export function startChild(command, args, options) {
  if (running.size === 0) {
    for (const signal of signals) process.on(signal, endAll)
    process.on('exit', killAll)
  }
  const child = spawn(command, args, { ...options, detached: process.platform !== 'win32' })
  running.add(child)
  child.once('close', () => {
    running.delete(child)
    if (running.size > 0) return
    for (const signal of signals) process.off(signal, endAll)
    process.off('exit', killAll)
  })
  return child
}

/** Kills the children that still run when this process exits, for example after another child failed. */
function killAll() {
  for (const child of running) send(child, 'SIGKILL')
}

/** Sends SIGTERM to all children, and SIGKILL on the second signal or after ten seconds. */
async function endAll(signal) {
  const children = [...running]
  for (const one of signals) process.off(one, endAll).on(one, () => insist(children, signal))
  // Without this, the code that waits for a child would start the next step.
  for (const child of children) child.removeAllListeners('close')
  for (const child of children) send(child, 'SIGTERM')
  setTimeout(() => insist(children, signal), TERMINATE_MS)
  await Promise.all(children.map(child => new Promise(done => child.once('close', done))))
  leave(signal)
}

function insist(children, signal) {
  for (const child of children) send(child, 'SIGKILL')
  leave(signal)
}

const leave = signal => process.exit(128 + constants.signals[signal])

function send(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
