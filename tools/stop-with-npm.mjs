const CHECK_MS = 500
/**
 * The parent process at startup, read now because a build may run before `stopWithNpm`, and npm may end
 * during the build.
 */
const parent = process.ppid

/**
 * Ends this process if it was started by `npm run` and npm ends. npm sends SIGTERM only to the shell between them,
 * which dies without passing the signal on: the server would keep running and keep its port.
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
