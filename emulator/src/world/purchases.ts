import { MAX_STORED_ORDERS } from '../limits.ts'
import { ownEntry } from '../own-entry.ts'
import { channelIdOf } from '../scenario/channel.ts'
import type { Bot, Order, PurchaseEvent } from './bot-state.ts'

type Purchases = Pick<Bot, 'orders' | 'purchaseEvents'>

export function withOrder({ orders }: Purchases, orderId: string, order: Order): Pick<Bot, 'orders'> {
  const entries = Object.entries({ ...orders, [orderId]: order })
  return { orders: Object.fromEntries(entries.slice(-MAX_STORED_ORDERS)) }
}

const withEvent = ({ purchaseEvents }: Purchases, event: PurchaseEvent): Pick<Bot, 'purchaseEvents'> => ({
  purchaseEvents: [...purchaseEvents, event].slice(-MAX_STORED_ORDERS),
})

/** Returns the order, or the reason why the user cannot pay for it. */
export function payableOrder(
  { orders }: Purchases,
  wanted: { readonly orderId: string; readonly productId: string; readonly userId: string },
): Order | string {
  const order = ownEntry(orders, wanted.orderId)
  if (order === undefined || order.userId !== wanted.userId)
    return `No order ${wanted.orderId} is reserved for this user.`
  if (order.productId !== wanted.productId)
    return `The order ${wanted.orderId} is for the product ${order.productId}.`
  return order.status === 'reserved' ? order : `The order ${wanted.orderId} has already been paid.`
}

/** If `lost` is true, records the webhook as failed without sending it. */
export function complete(
  bot: Purchases,
  orderId: string,
  order: Order,
  now: number,
  lost: boolean,
): Partial<Bot> {
  const done: Order = { ...order, status: 'complete', purchasedAt: Math.floor(now / 1000) }
  const status = lost ? 'FAILED' : 'pending'
  return {
    ...withOrder(bot, orderId, done),
    ...withEvent(bot, { type: 'purchaseComplete', orderId, at: now, status }),
  }
}

export function refund(bot: Purchases, orderId: string, order: Order, now: number): Partial<Bot> {
  return {
    ...withOrder(bot, orderId, { ...order, status: 'refunded' }),
    ...withEvent(bot, { type: 'refundComplete', orderId, at: now, status: 'pending' }),
  }
}

export function eventBody({ orders }: Purchases, { type, orderId }: PurchaseEvent) {
  const order = ownEntry(orders, orderId)
  if (order === undefined) return null
  const { productId, userId, purchasedAt, liffId } = order
  return { type, orderId, productId, userId, purchaseTimestamp: purchasedAt, channelId: channelIdOf(liffId) }
}
