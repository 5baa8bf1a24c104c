import { MAX_SENT_WEBHOOKS } from '../../limits.ts'
import type { Line } from '../../world/line.ts'
import type { SentWebhook, WebhookEvent } from '../../world/webhook.ts'
import type { Delivery } from './deliver.ts'

const idOf = (events: readonly WebhookEvent[]): string => events[0]?.webhookEventId ?? ''

function change(line: Line, sentWebhooks: readonly SentWebhook[]): void {
  line.dispatch({ type: 'bot-changed', change: { sentWebhooks } })
}

export function recordStart(line: Line, url: string, events: readonly WebhookEvent[]): void {
  const id = idOf(events)
  const { sentWebhooks } = line.world().bot
  const at = sentWebhooks.findIndex(sent => sent.id === id)
  const before = sentWebhooks[at]
  if (before !== undefined) {
    if (before.status !== 'pending')
      change(line, sentWebhooks.with(at, { ...before, url, status: 'pending' }))
    return
  }
  const sent: SentWebhook = { id, url, status: 'pending', events, attempts: [] }
  change(line, [...sentWebhooks, sent].slice(-MAX_SENT_WEBHOOKS))
}

/** Does nothing if the record is gone because the scenario was loaded again. */
export function recordOutcome(
  line: Line,
  at: number,
  events: readonly WebhookEvent[],
  outcome: Delivery,
): void {
  const { sentWebhooks } = line.world().bot
  const index = sentWebhooks.findIndex(sent => sent.id === idOf(events))
  const before = sentWebhooks[index]
  if (before === undefined) return
  const isRedelivery = events.some(({ deliveryContext }) => deliveryContext.isRedelivery)
  const status = outcome.reason === 'OK' ? 'delivered' : 'failed'
  const attempts = [...before.attempts, { at, isRedelivery, ...outcome }]
  change(line, sentWebhooks.with(index, { ...before, status, attempts }))
}
