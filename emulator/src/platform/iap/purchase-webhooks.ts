import { ownEntry } from '../../own-entry.ts'
import { channelIdOf } from '../../scenario/channel.ts'
import type { PurchaseEvent } from '../../world/bot-state.ts'
import type { Line } from '../../world/line.ts'
import { eventBody } from '../../world/purchases.ts'
import { appOf } from '../../world/selectors.ts'
import type { RequestLog } from '../log.ts'
import { deliver, webhookBody } from '../webhook/deliver.ts'
import { loggedDelivery } from '../webhook/log-webhook.ts'

function receiverOf(line: Line, { orderId }: PurchaseEvent) {
  const { bot, scenario, channelSecrets } = line.world()
  const app = appOf(scenario, ownEntry(bot.orders, orderId)?.liffId ?? '')
  const url = app?.inAppPurchase?.webhook ?? null
  if (app === undefined || url === null) return null
  return { url, secret: app.channelSecret ?? ownEntry(channelSecrets, channelIdOf(app.liffId)) ?? '' }
}

/** Sends one webhook at a time. LINE documents no redelivery, so a failed webhook only remains in the history. */
export function createPurchaseWebhooks(line: Line, log: RequestLog) {
  let running = Promise.resolve()
  const sending = new Set<PurchaseEvent>()

  function settle(event: PurchaseEvent, status: PurchaseEvent['status']): void {
    const { purchaseEvents } = line.world().bot
    const changed = purchaseEvents.map(other => (other === event ? { ...event, status } : other))
    line.dispatch({ type: 'bot-changed', change: { purchaseEvents: changed } })
  }

  async function send(event: PurchaseEvent): Promise<void> {
    const receiver = receiverOf(line, event)
    const webhook = eventBody(line.world().bot, event)
    if (receiver === null || webhook === null) return settle(event, 'FAILED')
    const { url, secret } = receiver
    const { reason } = await loggedDelivery(log, url, webhookBody(webhook), () =>
      deliver(url, webhook, secret),
    )
    settle(event, reason === 'OK' ? 'SUCCESS' : 'FAILED')
  }

  const stop = line.subscribe(({ bot }) => {
    for (const event of bot.purchaseEvents) {
      if (event.status !== 'pending' || sending.has(event)) continue
      sending.add(event)
      running = running.then(() => send(event)).finally(() => sending.delete(event))
    }
  })

  return { settled: (): Promise<void> => running, stop }
}
