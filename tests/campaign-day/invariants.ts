import { rightsOf } from '#contract/rules.ts'
import { saidAboutReceipts, saysWon } from './chat.ts'
import type { Customer } from './customer.ts'
import type { ChatMessage } from './line.ts'
import { prizes } from './prizes.ts'
import type { Store } from './store.ts'

/** What the promises are checked against: the data of the campaign, and what its people have seen. */
export type Facts = {
  readonly store: Store
  readonly customers: readonly Customer[]
  readonly exports: readonly { readonly at: number; readonly csv: string }[]
  readonly line: { chats(): readonly ChatMessage[] }
}

/** Returns a sentence for each thing that breaks the promise. */
type Invariant = (facts: Facts) => readonly string[]

/** A broken promise: the name of its function in this file, and what is wrong. */
export type Problem = { readonly promise: string; readonly what: string }

type Ticket = {
  readonly customer_id: string
  readonly source: string
  readonly source_id: string
  readonly n: number
}
type Receipt = {
  readonly id: string
  readonly customer_id: string
  readonly receipt_no: string
  readonly amount_satang: number
  readonly status: string
}
type Campaign = {
  readonly baht_per_right: number
  readonly min_amount_satang: number
}

const campaignOf = ({ store }: Facts): Campaign =>
  store.rows<Campaign>('select baht_per_right, min_amount_satang from campaign')[0] as Campaign

const isSealed = ({ store }: Facts): boolean =>
  store.rows('select id from draw where sealed_at is not null').length > 0

const validTickets = ({ store }: Facts): readonly Ticket[] =>
  store.rows<Ticket>(
    "select customer_id, source, source_id, count(*) as n from ticket where state = 'valid' group by 1, 2, 3",
  )

/** Until the list is sealed, a customer's entries are those of joining, of answers and of approved receipts, by the rules. */
const entriesFollowTheRules: Invariant = facts => {
  if (isSealed(facts)) return []
  const { store } = facts
  const { baht_per_right: bahtPerRight, min_amount_satang: least } = campaignOf(facts)
  const problems: string[] = []
  const tickets = new Map(validTickets(facts).map(row => [`${row.source} ${row.source_id}`, row]))
  for (const receipt of store.rows<Receipt>('select * from receipt')) {
    const ticket = tickets.get(`receipt ${receipt.id}`)
    const rule = { bahtPerRight, minAmount: least / 100 }
    const [{ status = '' } = {}] = store.rows<{ status: string }>(
      'select status from customer where id = ?',
      receipt.customer_id,
    )
    const counts = receipt.status === 'approved' && status !== 'cancelled'
    const due = counts ? rightsOf(receipt.amount_satang / 100, rule) : 0
    if ((ticket?.n ?? 0) !== due)
      problems.push(
        `receipt ${receipt.receipt_no} is ${receipt.status} with ${ticket?.n ?? 0} entries instead of ${due}`,
      )
    if (ticket && ticket.customer_id !== receipt.customer_id)
      problems.push(`the entries of receipt ${receipt.receipt_no} belong to another customer`)
  }
  for (const { source, source_id, n } of tickets.values())
    if (source !== 'receipt' && n > 1) problems.push(`${n} entries for one ${source} (${source_id})`)
  return problems
}

/** A receipt that the app called received is stored exactly once, under its customer. */
const receivedReceiptsAreStoredOnce: Invariant = ({ store, customers }) =>
  customers.flatMap(({ number, receipts, customerId }) =>
    receipts
      .filter(receipt => receipt.isReceived)
      .flatMap(({ id, receiptNo }) => {
        const rows = store.rows<Receipt>('select * from receipt where id = ?', id)
        if (rows.length !== 1) return [`receipt ${receiptNo} of customer ${number} was received, but is lost`]
        return rows[0]?.customer_id === customerId
          ? []
          : [`receipt ${receiptNo} of customer ${number} is stored under another customer`]
      }),
  )

/** No receipt number of a shop counts twice. */
const noReceiptCountsTwice: Invariant = ({ store }) =>
  store
    .rows<{ receipt_no: string }>(
      "select receipt_no from receipt where status in ('approved', 'pending') group by store_id, receipt_no having count(*) > 1",
    )
    .map(({ receipt_no }) => `receipt ${receipt_no} counts twice`)

/** A reward's stock never falls below zero, and a customer uses each reward once. */
const rewardsAreLimited: Invariant = ({ store, customers }) => [
  ...store
    .rows<{ reward_type: string }>('select reward_type from reward_stock where remaining < 0')
    .map(({ reward_type }) => `more of ${reward_type} were used than there are`),
  ...customers.flatMap(({ number, vouchers }) =>
    [...vouchers]
      .filter(([, codes]) => new Set(codes).size > 1)
      .map(([type, codes]) => `customer ${number} got ${codes.length} vouchers for ${type}`),
  ),
]

/** Nothing that identifies a person who has left is in any table. */
const nothingIsLeftOfThoseWhoLeft: Invariant = ({ store, customers }) => {
  const gone = customers.filter(({ leftAt }) => leftAt !== null)
  if (gone.length === 0) return []
  const bytes = store.backUp().image.toString('latin1')
  return gone.flatMap(({ number, words }) =>
    words
      .filter(word => bytes.includes(word))
      .map(word => `"${word}" of customer ${number}, who left, is still stored`),
  )
}

/** The draw's list contains no entry of a customer who had left when it was sealed. */
const theListExcludesThoseWhoMayNotWin: Invariant = ({ store }) =>
  store
    .rows<{ ticket_id: string }>(
      `select entry.ticket_id from draw_entry entry
       join draw on draw.id = entry.draw_id
       join customer on customer.id = entry.customer_id
       where draw.sealed_at is not null and customer.cancelled_at < draw.sealed_at`,
    )
    .map(({ ticket_id }) => `the list has the entry ${ticket_id} of a customer who had left`)

/** There is one winner for each seat, and nobody wins twice. */
const oneWinnerForEachSeat: Invariant = ({ store }) => {
  const seats = prizes.reduce((sum, { count }) => sum + count, 0)
  const [{ holders } = { holders: 0 }] = store.rows<{ holders: number }>(
    "select count(*) as holders from reward where draw_state in ('won', 'confirmed')",
  )
  const twice = store.rows('select customer_id from draw_winner group by customer_id having count(*) > 1')
  return [
    ...(holders > seats ? [`${holders} customers hold ${seats} prizes`] : []),
    ...(twice.length > 0 ? ['a customer was drawn twice'] : []),
  ]
}

/** An action that needs two people was asked for and approved by two. */
const twoPeopleActTogether: Invariant = ({ store }) =>
  store
    .rows<{ action: string }>(
      "select action from desk_approval where state in ('approved', 'done') and asked_by = decided_by",
    )
    .map(({ action }) => `${action} was approved by the person who had asked for it`)

/** Each entry of the audit log follows the one before it. */
const theAuditLogIsWhole: Invariant = ({ store }) => {
  const rows = store.rows<{ seq: number; previous_hash: string; hash: string }>(
    'select seq, previous_hash, hash from audit order by seq',
  )
  return rows.flatMap((row, index) => {
    const before = rows[index - 1]
    if (row.seq !== index + 1) return [`entry ${index + 1} of the audit log is missing`]
    return before && row.previous_hash !== before.hash
      ? [`entry ${row.seq} of the audit log was changed`]
      : []
  })
}

/** No export of customers has data of a person who had left before it was made. */
const exportsEqualTheStore: Invariant = ({ customers, exports }) =>
  exports.flatMap(({ at, csv }) =>
    customers
      .filter(({ leftAt }) => leftAt !== null && leftAt < at)
      .flatMap(({ number, words }) => words.filter(word => csv.includes(word)).map(() => number))
      .map(number => `the export has data of customer ${number}, who had left`),
  )

const always: readonly Invariant[] = [
  entriesFollowTheRules,
  receivedReceiptsAreStoredOnce,
  noReceiptCountsTwice,
  rewardsAreLimited,
  nothingIsLeftOfThoseWhoLeft,
  theListExcludesThoseWhoMayNotWin,
  oneWinnerForEachSeat,
  twoPeopleActTogether,
  theAuditLogIsWhole,
  exportsEqualTheStore,
]

/** Once nothing fails any longer, no receipt waits on a phone of a customer who may send it. */
const everythingIsSent: Invariant = ({ customers }) =>
  customers.flatMap(({ number, phone }) => {
    const outbox = phone.page()?.app.outbox
    const waiting = outbox?.jobs.peek().filter(({ state }) => state === 'queued' || state === 'sending') ?? []
    return waiting.length > 0
      ? [`${waiting.length} writes of customer ${number} still wait on the phone`]
      : []
  })

/**
 * Once nothing fails any longer, the servers have done what was due. They deauthorize at LINE only with the secret of the
 * LINE Login channel, which these servers do not have.
 */
const everythingDueIsDone: Invariant = ({ store }) => [
  ...store
    .rows<{ kind: string; last_error: string | null }>(
      "select kind, last_error from outgoing where kind <> 'deauthorize'",
    )
    .map(({ kind, last_error }) => `the task ${kind} is not done: ${last_error}`),
  ...store
    .rows<{ state: string }>("select state from line_webhook_event where state in ('waiting', 'replying')")
    .map(({ state }) => `an event of LINE is still ${state}`),
]

const atTheEnd: readonly Invariant[] = [everythingIsSent, everythingDueIsDone]

/** Returns the broken promises. `isEnd` adds those that hold once everything works again. */
export const findProblems = (facts: Facts, isEnd = false): readonly Problem[] =>
  [...always, ...(isEnd ? atTheEnd : [])].flatMap(invariant =>
    invariant(facts).map(what => ({ promise: invariant.name, what })),
  )

type MessageInvariant = (facts: Facts, customer: Customer, message: ChatMessage) => readonly string[]

/** Nobody who has left the campaign, or whose data were erased, gets a message. */
const noMessageAfterLeaving: MessageInvariant = (_, { number, leftAt }, { at }) =>
  leftAt !== null && at > leftAt ? [`customer ${number}, who has left, got a LINE message`] : []

/** Nobody whom the organiser has blocked gets a message. */
const noMessageToTheBlocked: MessageInvariant = (_, { number, blockedAt }, { at }) =>
  blockedAt !== null && at > blockedAt ? [`customer ${number}, who is blocked, got a LINE message`] : []

/** What a message says about a receipt is true when LINE accepts it. */
const messagesAboutReceiptsAreTrue: MessageInvariant = ({ store }, { number, receipts }, { text }) =>
  saidAboutReceipts(text).flatMap(({ receiptNo, status: said }) => {
    const receipt = receipts.find(one => one.receiptNo === receiptNo)
    if (!receipt)
      return [`customer ${number} got a LINE message about the receipt ${receiptNo} of somebody else`]
    const [{ status } = { status: 'gone' }] = store.rows<{ status: string }>(
      'select status from receipt where id = ?',
      receipt.id,
    )
    return status === said
      ? []
      : [`a LINE message says that receipt ${receiptNo} is ${said}, but it is ${status}`]
  })

/** Only a customer who has a prize, after its announcement, is told of having won. */
const onlyWinnersAreCongratulated: MessageInvariant = ({ store }, { number, customerId }, { at, text }) => {
  if (!saysWon(text)) return []
  const won = store.rows(
    "select 1 from reward, campaign where customer_id = ? and draw_state in ('won', 'confirmed') and announced_at <= ?",
    customerId,
    at,
  )
  return won.length > 0
    ? []
    : [`customer ${number}, who has not won, got the LINE message that they have won`]
}

/** The news that a person has won is sent once. */
const eachMessageOnce: MessageInvariant = ({ line }, { number, userId }, { text }) => {
  if (!saysWon(text)) return []
  const same = line.chats().filter(one => one.userId === userId && one.text === text)
  return same.length > 1
    ? [`customer ${number} got the LINE message that they have won ${same.length} times`]
    : []
}

const ofEachMessage: readonly MessageInvariant[] = [
  noMessageAfterLeaving,
  noMessageToTheBlocked,
  messagesAboutReceiptsAreTrue,
  onlyWinnersAreCongratulated,
  eachMessageOnce,
]

/** Returns the promises that a message breaks at the moment at which LINE puts it into the chat. */
export function findMessageProblems(facts: Facts, message: ChatMessage): readonly Problem[] {
  const customer = facts.customers.find(({ userId }) => userId === message.userId)
  if (!customer) return []
  return ofEachMessage.flatMap(invariant =>
    invariant(facts, customer, message).map(what => ({ promise: invariant.name, what })),
  )
}
