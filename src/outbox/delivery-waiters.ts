import type { Clock } from '#src/ports.ts'
import type { Sent } from './job-view.ts'
import { DELIVERY_WAIT_MS } from './limits.ts'

/** Lets screens wait for the result of their writes. */
export type DeliveryWaiters = {
  /** Resolves with the result of the job with this id, or with `queued` after `DELIVERY_WAIT_MS`. */
  wait(id: string): Promise<Sent>
  resolve(id: string, sent: Sent): void
  ids(): readonly string[]
}

export function createDeliveryWaiters(clock: Clock): DeliveryWaiters {
  const waiting = new Map<string, (sent: Sent) => void>()
  return {
    wait: id =>
      new Promise(resolve => {
        const cancel = clock.after(DELIVERY_WAIT_MS, () => tell(id, { state: 'queued' }))
        const earlier = waiting.get(id)
        waiting.set(id, sent => {
          cancel()
          earlier?.(sent)
          resolve(sent)
        })
      }),
    resolve: tell,
    ids: () => [...waiting.keys()],
  }

  function tell(id: string, sent: Sent) {
    const resolve = waiting.get(id)
    waiting.delete(id)
    resolve?.(sent)
  }
}
