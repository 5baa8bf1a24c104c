import { HELD_WEBHOOK_MS } from '../../limits.ts'
import type { WebhookEvent } from '../../world/bot-state.ts'
import type { Interference } from '../faults.ts'

/** The events of one webhook. `attempt` counts from 1; each redelivery adds one. */
export type Attempt = { readonly events: readonly WebhookEvent[]; readonly attempt: number }

/** A webhook that a fault holds back, and the fault's other effects. */
type Held = Attempt & { readonly interference: Interference }

/** The place for the one webhook that waits until another one has been delivered. */
export type HeldWebhook = {
  /** True if a fault asks to hold a webhook back and none waits yet. So of two webhooks, the second overtakes the first. */
  holds(interference: Interference): boolean
  hold(held: Held): void
  /** Returns the webhook that waits, and ends its wait; null if there is none. */
  take(): Held | null
  /** Resolves when no webhook waits. */
  released(): Promise<void>
}

/** Creates the place for a held webhook. Calls `onTimeout` if no other webhook follows in time. */
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
