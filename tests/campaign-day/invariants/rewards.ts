import { confirmByOf, firstRow, type Invariant } from '../facts.ts'
import { limitedStock } from '../prizes.ts'

/**
 * A reward's stock never falls below zero and equals the initial stock minus the uses. A customer uses each reward
 * once.
 */
export const rewardsAreLimited: Invariant = ({ store, customers }) => [
  ...store
    .rows<{ reward_type: string; remaining: number; used: number }>(
      `select reward_type, remaining,
         (select count(*) from reward_use where reward_use.reward_type = reward_stock.reward_type) as used
       from reward_stock`,
    )
    .flatMap(({ reward_type, remaining, used }) => {
      if (remaining < 0) return [`more of ${reward_type} were used than there are`]
      const first = limitedStock[reward_type]
      return first === undefined || remaining + used === first
        ? []
        : [`${used} of ${first} ${reward_type} are used, but ${remaining} are left`]
    }),
  ...customers.flatMap(({ number, vouchers }) =>
    [...vouchers]
      .filter(([, codes]) => new Set(codes).size > 1)
      .map(([type, codes]) => `customer ${number} got ${codes.length} vouchers for ${type}`),
  ),
]

/**
 * Each voucher that the app has shown is the one that the server stored, and no two customers have the same voucher.
 */
export const vouchersAreGenuine: Invariant = facts => {
  const problems = facts.customers.flatMap(({ number, customerId, vouchers }) =>
    [...vouchers].flatMap(([type, codes]) => {
      const stored = firstRow<{ code: string }>(
        facts,
        'select code from reward_use where customer_id = ? and reward_type = ?',
        customerId,
        type,
      )
      return stored && codes.includes(stored.code)
        ? []
        : [`the voucher of customer ${number} for ${type} is not stored`]
    }),
  )
  const twice = facts.store.rows<{ code: string }>(
    'select code from reward_use group by code having count(*) > 1',
  )
  return [...problems, ...twice.map(({ code }) => `two customers have the voucher ${code}`)]
}

/** Winners can confirm until the latest deadline that a message or the app has given them. */
export const promisedDeadlinesAreKept: Invariant = facts =>
  facts.customers.flatMap(({ number, customerId, promisedUntil, leftAt }) => {
    if (promisedUntil === null || leftAt !== null || facts.now() >= promisedUntil) return []
    const reward = firstRow<{ draw_state: string }>(
      facts,
      'select draw_state from reward where customer_id = ?',
      customerId,
    )
    if (reward?.draw_state === 'expired')
      return [`the prize of customer ${number} expired before the promised deadline`]
    return reward?.draw_state === 'won' && confirmByOf(facts, customerId) < promisedUntil
      ? [`customer ${number} has less time to confirm the prize than promised`]
      : []
  })

/** A prize is shipped or handed over only to a winner who has confirmed it. */
export const onlyConfirmedPrizesAreSent: Invariant = ({ store }) =>
  store
    .rows<{ customer_id: string; draw_state: string }>(
      `select prize_delivery.customer_id, reward.draw_state from prize_delivery
       left join reward on reward.customer_id = prize_delivery.customer_id
       where coalesce(shipped_at, received_at) is not null and reward.draw_state is not 'confirmed'`,
    )
    .map(({ customer_id, draw_state }) => `a prize was sent to ${customer_id}, who is ${draw_state}`)

/** No prize is confirmed after its deadline. */
export const prizesAreConfirmedInTime: Invariant = facts =>
  facts.store
    .rows<{ customer_id: string; confirmed_at: number }>(
      "select customer_id, confirmed_at from reward where draw_state = 'confirmed'",
    )
    .filter(({ customer_id, confirmed_at }) => confirmed_at > confirmByOf(facts, customer_id))
    .map(({ customer_id }) => `the customer ${customer_id} confirmed a prize after the deadline`)
