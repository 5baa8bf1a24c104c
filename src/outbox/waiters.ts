import type { Clock } from '#src/ports.ts'
import type { Sent } from './job-view.ts'
import { PATIENCE_MS } from './limits.ts'

/** Screens that wait to hear what became of their write. */
export type Waiters = {
  /** Resolves with what is told of the job, or with `queued` when nothing is heard for a while. */
  wait(id: string): Promise<Sent>
  tell(id: string, sent: Sent): void
  ids(): readonly string[]
}

export function createWaiters(clock: Clock): Waiters {
  const waiting = new Map<string, (sent: Sent) => void>()
  return {
    wait: id =>
      new Promise(resolve => {
        const cancel = clock.after(PATIENCE_MS, () => tell(id, { state: 'queued' }))
        const earlier = waiting.get(id)
        waiting.set(id, sent => {
          cancel()
          earlier?.(sent)
          resolve(sent)
        })
      }),
    tell,
    ids: () => [...waiting.keys()],
  }

  function tell(id: string, sent: Sent) {
    const resolve = waiting.get(id)
    waiting.delete(id)
    resolve?.(sent)
  }
}
