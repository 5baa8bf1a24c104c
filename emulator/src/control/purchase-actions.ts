import { ownEntry } from '../own-entry.ts'
import { invalidAt, type Parsed } from '../scenario/parse.ts'
import type { Order, PurchaseEvent } from '../world/bot-state.ts'
import type { Line } from '../world/line.ts'
import { complete, refund } from '../world/purchases.ts'
import { command } from './command.ts'
import { type PurchaseCommand, purchaseCommand } from './purchase-command.ts'

const POSSIBLE = {
  settle: ['paid'],
  lose: ['paid'],
  refund: ['complete'],
  resend: ['complete', 'refunded'],
} as const satisfies Record<PurchaseCommand['action'], readonly Order['status'][]>

function withLastResent(events: readonly PurchaseEvent[], orderId: string): readonly PurchaseEvent[] {
  const at = events.findLastIndex(event => event.orderId === orderId)
  const last = events[at]
  return last === undefined || last.status === 'pending'
    ? events
    : events.with(at, { ...last, status: 'pending' })
}

export function createPurchaseActions(line: Line) {
  return {
    /**
     * `settle` completes a payment whose webhook is being held, `lose` completes it without sending the webhook,
     * `refund` refunds a completed purchase, and `resend` repeats the last webhook.
     */
    purchase: command(purchaseCommand, ({ orderId, action }): Parsed<Order> => {
      const { bot } = line.world()
      const order = ownEntry(bot.orders, orderId)
      if (order === undefined) return invalidAt('orderId', 'expected the id of an order')
      const possible: readonly Order['status'][] = POSSIBLE[action]
      if (!possible.includes(order.status))
        return invalidAt(
          'action',
          `expected an order that is ${possible.join(' or ')}; it is ${order.status}`,
        )
      const change = {
        settle: () => complete(bot, orderId, order, line.now(), false),
        lose: () => complete(bot, orderId, order, line.now(), true),
        refund: () => refund(bot, orderId, order, line.now()),
        resend: () => ({ purchaseEvents: withLastResent(bot.purchaseEvents, orderId) }),
      }[action]()
      line.dispatch({ type: 'bot-changed', change })
      return { ok: true, value: line.world().bot.orders[orderId] ?? order }
    }),
  }
}
