import { workerClient } from './worker-client.ts'

/** How long a reload waits for a newer worker to take over. */
const TAKE_OVER_MS = 3000

/** Reloads the page with the newest build that the browser has installed, even if its worker still waits. */
export function reloadNewest(): void {
  const reload = () => location.reload()
  // A worker that hangs must not keep the customer on this page.
  const timer = setTimeout(reload, TAKE_OVER_MS)
  workerClient
    .activateWaiting()
    .catch(() => {})
    .finally(() => {
      clearTimeout(timer)
      reload()
    })
}
