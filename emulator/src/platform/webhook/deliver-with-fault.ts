import { setTimeout as delay } from 'node:timers/promises'
import { WEBHOOK_HOST } from '../../scenario/fault-schema.ts'
import type { Line } from '../../world/line.ts'
import type { World } from '../../world/state.ts'
import type { WebhookEvent } from '../../world/webhook.ts'
import { type Interference, interferenceFor } from '../faults.ts'
import { type Delivery, deliver } from './deliver.ts'

const LOST: Delivery = { statusCode: 0, reason: 'REQUEST_TIMEOUT', detail: 'lost by a fault' }

function withFaultsFor(world: World, events: readonly WebhookEvent[]): World {
  const { scenario } = world
  const faults = scenario.faults.filter(
    ({ event }) => event === undefined || events.some(({ type }) => type === event),
  )
  return { ...world, scenario: { ...scenario, faults } }
}

export function webhookInterference(line: Line, url: string, events: readonly WebhookEvent[]): Interference {
  const target = new URL(`https://${WEBHOOK_HOST}${new URL(url).pathname}`)
  return interferenceFor(withFaultsFor(line.world(), events), 'server', 'POST', target)
}

export function countWebhookFault(line: Line, { fault }: Interference): void {
  if (fault?.id !== undefined) line.dispatch({ type: 'fault-struck', id: fault.id })
}

/** Resolves to the outcome that LINE sees. */
export async function deliverWithFault(
  { fault, latencyMs, hang, drop }: Interference,
  url: string,
  webhook: object,
  channelSecret: string,
): Promise<Delivery> {
  if (fault === null) return deliver(url, webhook, channelSecret)
  // If the webhook was held, it has already waited.
  if (latencyMs > 0 && fault.webhook !== 'wrongOrder') await delay(latencyMs)
  if (hang || drop === 'before') return LOST
  if (fault.status !== undefined && (fault.status < 200 || fault.status > 299))
    return { statusCode: fault.status, reason: 'ERROR_STATUS_CODE', detail: String(fault.status) }
  const secret = fault.webhook === 'wrongSignature' ? `not-${channelSecret}` : channelSecret
  const delivery = await deliver(url, webhook, secret)
  if (fault.webhook === 'duplicate') await deliver(url, webhook, secret)
  return drop === 'after' ? LOST : delivery
}
