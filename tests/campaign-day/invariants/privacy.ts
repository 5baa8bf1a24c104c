import { DAY_MS } from '#contract/time.ts'
import type { Customer } from '../customer.ts'
import { campaignOf, type Invariant } from '../facts.ts'

/**
 * No table or log identifies a person who has left, nor, after the next night, does any other part of the database
 * file. A restore erases again the people who had left.
 */
export const nothingIsLeftOfThoseWhoLeft: Invariant = ({ store, customers, logs, rewrittenAt, restored }) => {
  const gone = customers.filter(({ leftAt }) => leftAt !== null)
  const words = gone.flatMap(one => one.words)
  const isOld = ({ leftAt }: Customer) => Math.max(leftAt ?? 0, restored?.at ?? 0) < rewrittenAt()
  const old = gone.filter(isOld).flatMap(one => one.words)
  const logged = logs().join('\n')
  const places = [
    ['stored', new Set(store.find(words, 'rows'))],
    ['in the file', new Set(store.find(old, 'file'))],
    ['logged', new Set(words.filter(word => logged.includes(word)))],
  ] as const
  return gone.flatMap(customer =>
    places.flatMap(([how, found]) =>
      customer.words
        .filter(word => found.has(word))
        .map(word => `"${word}" of customer ${customer.number}, who left, is still ${how}`),
    ),
  )
}

/** Tables that may keep a row of a customer who has left, with the reason. */
const KEPT: Readonly<Record<string, string>> = {
  customer: 'the id, the dates and the reason for leaving',
  consent: 'the proof that the customer had agreed',
  block: 'a block lasts as long as the customer row',
  line_identity: 'a LINE account takes part once; the row has no customer data after leaving',
  session: 'ended sessions, until retention deletes them',
  login_seen: 'used LINE tokens as hashes, until retention deletes them',
  idempotency: 'the answer to the call with which the customer left',
  answer: 'that a question was answered; the text is empty',
  receipt: 'amounts and decisions, for the accounts of the campaign',
  receipt_image: 'hashes of photos, until retention',
  receipt_claim: 'a paper receipt counts once, also if its owner has left',
  receipt_dispute: 'that an approved receipt has the number of another one',
  review_decision: 'who decided on a receipt',
  ticket: 'the entries, which are void or in the sealed list',
  reward: 'that there was a reward account',
  reward_use: 'used vouchers',
  draw_entry: 'the sealed list never changes',
  draw_winner: 'a winner who left after declining',
  prize_delivery: 'that a prize was sent, without carrier and number',
  log_state: 'page views without names, until retention',
  log_page_view: 'page views without names, until retention',
  line_hand_over: 'until retention',
}

/** Only the tables in this list keep a row of a person who has left. */
export const otherTablesForgetThoseWhoLeft: Invariant = ({ store, customers }) => {
  const ids = customers.flatMap(({ customerId, leftAt }) =>
    customerId !== null && leftAt !== null ? [customerId] : [],
  )
  if (ids.length === 0) return []
  const tables = store.tablesWith('customer_id')
  return tables
    .filter(name => !(name in KEPT))
    .flatMap(name =>
      store
        .rows<{ customer_id: string }>(
          `select customer_id from ${name} where customer_id in (${ids.map(() => '?').join()})`,
          ...ids,
        )
        .map(({ customer_id }) => `the table ${name} has a row of ${customer_id}, who left`),
    )
}

/** A customer who has left has no usable session and is not blocked afterwards. */
export const thoseWhoLeftAreSignedOut: Invariant = ({ store }) => [
  ...store
    .rows<{ customer_id: string }>(
      `select customer_id from session join customer on customer.id = customer_id
       where revoked_at is null and customer.status = 'cancelled'`,
    )
    .map(({ customer_id }) => `the customer ${customer_id}, who has left, is still signed in`),
  ...store
    .rows<{ customer_id: string }>(
      `select customer_id from block join customer on customer.id = customer_id
       where customer.status = 'cancelled' and blocked_at > customer.cancelled_at`,
    )
    .map(({ customer_id }) => `the customer ${customer_id} was blocked after leaving`),
]

/** A customer whom the organiser has blocked is not signed in. */
export const theBlockedAreSignedOut: Invariant = ({ store }) =>
  store
    .rows<{ customer_id: string }>(
      'select session.customer_id from session join block using (customer_id) where revoked_at is null',
    )
    .map(({ customer_id }) => `the customer ${customer_id} is blocked, but still signed in`)

/** Days after the announcement, as stated in the privacy notice. */
const PHOTOS_DAYS = 90
const PEOPLE_DAYS = 180

/** Photos are deleted 90 days after the announcement, and all personal data 180 days after it. */
export const oldDataAreDeleted: Invariant = ({ store, customers, retainedAt, rewrittenAt }) => {
  const { announced_at, announce_at } = campaignOf({ store })
  const days = ((retainedAt() ?? 0) - Math.min(announced_at ?? announce_at, announce_at)) / DAY_MS
  const problems: string[] = []
  if (days > PHOTOS_DAYS && store.photos().length > 0)
    problems.push(`${store.photos().length} photos are older than ${PHOTOS_DAYS} days`)
  if (days <= PEOPLE_DAYS) return problems
  const where = rewrittenAt() >= (retainedAt() ?? 0) ? 'file' : 'rows'
  const found = new Set(
    store.find(
      customers.flatMap(({ words }) => words),
      where,
    ),
  )
  for (const { number, words } of customers)
    for (const word of words)
      if (found.has(word)) problems.push(`"${word}" of customer ${number} is older than ${PEOPLE_DAYS} days`)
  return problems
}

/**
 * The age in days at which rows are deleted, by table, as stated in the privacy notice. Messages to winners are kept
 * longer.
 */
const AGES: readonly (readonly [table: string, column: string, days: number, only?: string])[] = [
  ['log_state', 'received_at', 90],
  ['log_page_view', 'received_at', 90],
  ['login_seen', 'at', 90],
  ['session', 'expires_at', 30],
  ['line_webhook_event', 'received_at', 30],
  ['message', 'created_at', 30, "kind like 'receipt-%' and state <> 'waiting'"],
]

/** Logs, ended sessions, LINE events and old messages are deleted when they reach their age limit. */
export const oldRowsAreDeleted: Invariant = ({ store, retainedAt }) => {
  const at = retainedAt()
  if (at === null) return []
  return AGES.flatMap(([table, column, days, only = 'true']) =>
    store.rows(`select 1 from ${table} where ${column} < ? and ${only} limit 1`, at - days * DAY_MS).length >
    0
      ? [`the table ${table} has rows older than ${days} days`]
      : [],
  )
}

/** A customer who has not asked for it is not erased before the personal data of all customers are deleted. */
export const nobodyIsErasedByMistake: Invariant = ({ store, customers, now }) => {
  const { announced_at, announce_at } = campaignOf({ store })
  if (now() > Math.min(announced_at ?? announce_at, announce_at) + PEOPLE_DAYS * DAY_MS) return []
  return customers.flatMap(({ number, customerId, mayHaveLeft, words }) => {
    if (customerId === null || mayHaveLeft) return []
    const [row] = store.rows<{ status: string; first_name: string | null; phone: string | null }>(
      'select status, first_name, phone from customer where id = ?',
      customerId,
    )
    const isWhole =
      row?.status === 'registered' && row.first_name === words[0] && row.phone === `+66${words[5]}`
    return isWhole ? [] : [`the data of customer ${number}, who has not left, are ${row?.status ?? 'gone'}`]
  })
}
