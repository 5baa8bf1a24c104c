import { REDELIVERIES, REDELIVERY_MS } from '../../limits.ts'
import type { Line } from '../../world/line.ts'
import type { WebhookEvent } from '../../world/webhook.ts'
import { botUserId } from '../account.ts'
import { type Interference, UNAFFECTED } from '../faults.ts'
import type { RequestLog } from '../log.ts'
import { webhookBody } from './deliver.ts'
import { countWebhookFault, deliverWithFault, webhookInterference } from './deliver-with-fault.ts'
import { activeEndpointOf } from './endpoint.ts'
import { eventsFor } from './events.ts'
import { type Attempt, createHeldWebhook } from './held-webhook.ts'
import { loggedDelivery } from './log-webhook.ts'
import { recordOutcome, recordStart } from './record.ts'

/** Sends LINE's webhooks to the bot's server, in the order of their events. */
export type Webhooks = {
  /** Does not wait for redeliveries that are not yet due. */
  settled(): Promise<void>
  stop(): void
}

const redelivered = (event: WebhookEvent): WebhookEvent => ({
  ...event,
  deliveryContext: { isRedelivery: true },
})

/** If `messaging.redelivery` is true, resends a webhook when the bot's server does not respond with 2xx. */
export function createWebhooks(line: Line, log: RequestLog): Webhooks {
  let before = line.world()
  let running = Promise.resolve()
  const timers = new Set<NodeJS.Timeout>()

  const held = createHeldWebhook(() => {
    const late = held.take()
    if (late !== null) enqueue(() => deliver(late, late.interference))
  })

  async function deliver({ events, attempt }: Attempt, interference: Interference): Promise<void> {
    const world = line.world()
    const url = activeEndpointOf(world)
    if (url === null) return
    const { channelSecret } = world.scenario.messaging
    const webhook = { destination: botUserId(world.scenario), events }
    const sentAt = line.now()
    recordStart(line, url, events)
    const { ms: _, ...outcome } = await loggedDelivery(log, url, webhookBody(webhook), () =>
      deliverWithFault(interference, url, webhook, channelSecret),
    )
    recordOutcome(line, sentAt, events, outcome)
    if (outcome.reason === 'OK' || attempt > REDELIVERIES || !line.world().scenario.messaging.redelivery)
      return
    const timer = setTimeout(() => {
      timers.delete(timer)
      enqueue(() => send({ events: events.map(redelivered), attempt: attempt + 1 }))
    }, REDELIVERY_MS * attempt)
    timer.unref()
    timers.add(timer)
  }

  /** Delivers a webhook and then the one that a fault has held back, or holds this one back. */
  async function send(webhook: Attempt): Promise<void> {
    const url = activeEndpointOf(line.world())
    if (url === null) return
    const interference = webhookInterference(line, url, webhook.events)
    if (held.holds(interference)) {
      recordStart(line, url, webhook.events)
      countWebhookFault(line, interference)
      return held.hold({ ...webhook, interference })
    }
    const overtakes = interference.fault?.webhook === 'wrongOrder'
    if (!overtakes) countWebhookFault(line, interference)
    await deliver(webhook, overtakes ? UNAFFECTED : interference)
    const late = held.take()
    if (late !== null) await deliver(late, late.interference)
  }

  function enqueue(task: () => Promise<void>): void {
    running = running.then(task)
  }

  /** Sends an earlier webhook again, like a redelivery, but only once. */
  function resend(id: string): void {
    const sent = line.world().bot.sentWebhooks.find(each => each.id === id)
    if (sent === undefined) return
    const events = sent.events.map(redelivered)
    enqueue(() => send({ events, attempt: REDELIVERIES + 1 }))
  }

  const unsubscribe = line.subscribe((world, event) => {
    const previous = before
    before = world
    if (activeEndpointOf(world) === null) return
    if (event?.type === 'webhook-resent') resend(event.id)
    const { events, change } = eventsFor(line, previous, event)
    if (events.length === 0) return
    line.dispatch({ type: 'bot-changed', change })
    enqueue(() => send({ events, attempt: 1 }))
  })

  return {
    async settled() {
      // A released webhook rejoins the queue, so wait for the queue twice.
      await running
      await held.released()
      await running
    },
    stop() {
      unsubscribe()
      held.take()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
