import { workerClient } from './worker-client.ts'

const TAKE_OVER_MS = 3000

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
