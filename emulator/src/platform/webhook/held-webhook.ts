import { HELD_WEBHOOK_MS } from '../../limits.ts'
import type { WebhookEvent } from '../../world/webhook.ts'
import type { Interference } from '../faults.ts'

/** `attempt` starts at 1 and increases with each redelivery. */
export type Attempt = { readonly events: readonly WebhookEvent[]; readonly attempt: number }

type Held = Attempt & { readonly interference: Interference }

/** Holds one webhook until another one has been delivered. */
export type HeldWebhook = {
  /** True if a fault holds the webhook back and no other one is held. The next webhook then overtakes it. */
  holds(interference: Interference): boolean
  hold(held: Held): void
  take(): Held | null
  /** Resolves when no webhook is held. */
  released(): Promise<void>
}

/** Calls `onTimeout` if no other webhook is delivered in time. */
export function createHeldWebhook(onTimeout: () => void): HeldWebhook {
  let current: Held | null = null
  let timer: NodeJS.Timeout | undefined
  let released = Promise.resolve()
  let release = () => {}
  return {
    holds: ({ fault }) => fault?.webhook === 'wrongOrder' && current === null,
    hold(held) {
      current = held
      released = new Promise(resolve => {
        release = resolve
      })
      timer = setTimeout(onTimeout, held.interference.fault?.latencyMs ?? HELD_WEBHOOK_MS)
    },
    take() {
      const taken = current
      current = null
      clearTimeout(timer)
      release()
      return taken
    },
    released: () => released,
  }
}
