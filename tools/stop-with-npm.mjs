const CHECK_MS = 500
/** Read at startup, because npm may exit during a build, before `stopWithNpm` is called. */
const parent = process.ppid

/**
 * Ends this process if it was started by `npm run` and npm exits. npm sends SIGTERM only to the shell between them,
 * which exits without forwarding it.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MS)
  timer.unref()
}
