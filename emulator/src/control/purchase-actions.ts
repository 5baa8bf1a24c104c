import * as v from 'valibot'
import { ownEntry } from '../own-entry.ts'
import { invalidAt, type Parsed, parseInput } from '../scenario/parse.ts'
import type { Order } from '../world/bot-state.ts'
import type { Line } from '../world/line.ts'
import { complete, refund } from '../world/purchases.ts'

const purchaseCommand = v.strictObject({
  orderId: v.string(),
  action: v.picklist(['settle', 'refund', 'resend']),
})

/** Creates the actions that change in-app purchases. */
export function createPurchaseActions(line: Line) {
  return {
    /**
     * Acts on an order: `settle` completes a payment whose webhook is held, `refund` returns the money of a completed
     * purchase, and `resend` sends the order's webhook again.
     */
    purchase(value: unknown): Parsed<Order> {
      const parsed = parseInput(purchaseCommand, value)
      if (!parsed.ok) return parsed
      const { orderId, action } = parsed.value
      const { bot } = line.world()
      const order = ownEntry(bot.orders, orderId)
      if (order === undefined) return invalidAt('orderId', 'expected the id of an order')
      const needed = { settle: 'paid', refund: 'complete', resend: 'complete' } as const
      if (order.status !== needed[action])
        return invalidAt('action', `expected an order that is ${needed[action]}; it is ${order.status}`)
      const again = bot.purchaseEvents.map(event =>
        event.orderId === orderId && event.status !== 'pending'
          ? { ...event, status: 'pending' as const }
          : event,
      )
      const change = {
        settle: () => complete(bot, orderId, order, line.now(), false),
        refund: () => refund(bot, orderId, order, line.now()),
        resend: () => ({ purchaseEvents: again }),
      }[action]()
      line.dispatch({ type: 'bot-changed', change })
      return { ok: true, value: line.world().bot.orders[orderId] ?? order }
    },
  }
}
