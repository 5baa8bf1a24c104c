import type { Line } from '../../world/line.ts'
import { complete, payableOrder, withOrder } from '../../world/purchases.ts'
import { appOf } from '../../world/selectors.ts'

export type Payment = { readonly orderId: string; readonly productId: string; readonly userId: string }

const needsOrders = (line: Line): boolean =>
  line.world().scenario.apps.some(({ inAppPurchase }) => inAppPurchase !== null)

/** Returns why LINE rejects the payment, or null. A scenario without `inAppPurchase` accepts every order id. */
export function paymentProblem(line: Line, payment: Payment): string | null {
  if (!needsOrders(line)) return null
  const order = payableOrder(line.world().bot, payment)
  return typeof order === 'string' ? order : null
}

/** Sends the webhook according to `inAppPurchase.webhookDelivery`. Returns why LINE rejects the payment, or null. */
export function confirmPurchase(line: Line, payment: Payment): string | null {
  if (!needsOrders(line)) return null
  const { bot, scenario } = line.world()
  const order = payableOrder(bot, payment)
  if (typeof order === 'string') return order
  const delivery = appOf(scenario, order.liffId)?.inAppPurchase?.webhookDelivery ?? 'send'
  const change =
    delivery === 'hold'
      ? withOrder(bot, payment.orderId, { ...order, status: 'paid' })
      : complete(bot, payment.orderId, order, line.now(), delivery === 'lose')
  line.dispatch({ type: 'bot-changed', change })
  return null
}
