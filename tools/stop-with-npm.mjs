const LOOK_MS = 500
/** Whoever began the process; noted before anything is built, in which time it may be gone already. */
const parent = process.ppid

/**
 * Ends a process that `npm run` has begun when npm is ended by SIGTERM. npm passes the signal to the shell between
 * the two, which dies of it and tells its child nothing, so that the server would stay and keep its port.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  timer.unref()
}
