import { REDELIVERIES, REDELIVERY_MS } from '../../limits.ts'
import type { Line } from '../../world/line.ts'
import { botUserId } from '../bot/account.ts'
import { loggedText, type RequestLog } from '../log.ts'
import { deliverWithFault } from './deliver-with-fault.ts'
import { endpointOf } from './endpoint.ts'
import { eventsFor, type WebhookEvent } from './events.ts'

/** Sends LINE's webhooks to the bot's server, in the order of their events. */
export type Webhooks = {
  /** Resolves when no delivery is running. Redeliveries that are not due yet do not count. */
  settled(): Promise<void>
  stop(): void
}

const redelivered = (event: WebhookEvent): WebhookEvent => ({
  ...event,
  deliveryContext: { isRedelivery: true },
})

/**
 * Sends a webhook for each change that concerns the official account, if it has a webhook URL. With
 * `messaging.redelivery`, sends it again if the bot's server does not answer with a status from 200 to 299.
 */
export function createWebhooks(line: Line, log: RequestLog): Webhooks {
  let before = line.world()
  let running = Promise.resolve()
  const timers = new Set<NodeJS.Timeout>()

  async function send(events: readonly WebhookEvent[], attempt: number): Promise<void> {
    const world = line.world()
    const url = endpointOf(world)
    if (url === null) return
    const { channelSecret } = world.scenario.messaging
    const webhook = { destination: botUserId(world.scenario), events }
    const started = performance.now()
    const at = Date.now()
    const { statusCode, reason, detail } = await deliverWithFault(line, url, webhook, channelSecret)
    log.add({
      ...{ at, via: 'line', method: 'POST', url, status: statusCode, response: null },
      ms: Math.round(performance.now() - started),
      request: loggedText(JSON.stringify(webhook)),
      error: reason === 'OK' ? null : `webhook: ${detail}`,
    })
    if (reason === 'OK' || attempt > REDELIVERIES || !line.world().scenario.messaging.redelivery) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      enqueue(events.map(redelivered), attempt + 1)
    }, REDELIVERY_MS * attempt)
    timer.unref()
    timers.add(timer)
  }

  function enqueue(events: readonly WebhookEvent[], attempt: number): void {
    running = running.then(() => send(events, attempt))
  }

  const unsubscribe = line.subscribe((world, event) => {
    const previous = before
    before = world
    if (endpointOf(world) === null) return
    const { events, change } = eventsFor(line, previous, event)
    if (events.length === 0) return
    line.dispatch({ type: 'bot-changed', change })
    enqueue(events, 1)
  })

  return {
    settled: () => running,
    stop() {
      unsubscribe()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
