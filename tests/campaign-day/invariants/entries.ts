import { rightsOf } from '#contract/rules.ts'
import { campaignOf, firstRow, type Invariant, isSealed } from '../facts.ts'

type Ticket = {
  readonly customer_id: string
  readonly source: string
  readonly source_id: string
  readonly n: number
}
type Receipt = {
  readonly id: string
  readonly customer_id: string
  readonly customer_status: string
  readonly receipt_no: string
  readonly amount_satang: number
  readonly status: string
}

/**
 * Until the list is sealed, each customer has the entries that the rules give for joining, answers and approved
 * receipts.
 */
export const entriesFollowTheRules: Invariant = facts => {
  if (isSealed(facts)) return []
  const { store } = facts
  const { baht_per_right: bahtPerRight, min_amount_satang: least } = campaignOf(facts)
  const rule = { bahtPerRight, minAmount: least / 100 }
  const problems: string[] = []
  const valid = store.rows<Ticket>(
    "select customer_id, source, source_id, count(*) as n from ticket where state = 'valid' group by 1, 2, 3",
  )
  const tickets = new Map(valid.map(row => [`${row.source} ${row.source_id}`, row]))
  const receipts = store.rows<Receipt>(
    'select receipt.*, customer.status as customer_status from receipt join customer on customer.id = customer_id',
  )
  for (const receipt of receipts) {
    const ticket = tickets.get(`receipt ${receipt.id}`)
    const counts = receipt.status === 'approved' && receipt.customer_status !== 'cancelled'
    const due = counts ? rightsOf(receipt.amount_satang / 100, rule) : 0
    if ((ticket?.n ?? 0) !== due)
      problems.push(
        `receipt ${receipt.receipt_no} is ${receipt.status} with ${ticket?.n ?? 0} entries instead of ${due}`,
      )
    if (ticket && ticket.customer_id !== receipt.customer_id)
      problems.push(`the entries of receipt ${receipt.receipt_no} belong to another customer`)
  }
  const known = new Set(receipts.map(({ id }) => id))
  for (const { source, source_id, n } of valid) {
    if (source !== 'receipt' && n > 1) problems.push(`${n} entries for one ${source} (${source_id})`)
    if (source === 'receipt' && !known.has(source_id))
      problems.push(`${n} entries belong to the receipt ${source_id}, which does not exist`)
  }
  return problems
}

/** Until the list is sealed, a registered customer gets one entry for joining and one for each answer. */
export const joiningAndAnswersGiveEntries: Invariant = facts => {
  if (isSealed(facts)) return []
  return facts.store
    .rows<{ customer_id: string; source: string; n: number }>(
      `select due.*, (select count(*) from ticket where state = 'valid' and ticket.source = due.source
         and ticket.source_id = due.source_id and ticket.customer_id = due.customer_id) as n
       from (select answer.customer_id, 'answer' as source, answer.id as source_id from answer
         union select customer_id, 'welcome', customer_id from reward) as due
       join customer on customer.id = customer_id where customer.status = 'registered'`,
    )
    .filter(({ n }) => n !== 1)
    .map(({ customer_id, source, n }) => `the customer ${customer_id} has ${n} entries for one ${source}`)
}

/**
 * A customer who has left has no valid entry (unless the list was already sealed) and no receipt awaiting a decision.
 */
export const thoseWhoLeftTakeNoPart: Invariant = facts =>
  facts.customers.flatMap(({ number, customerId, leftAt }) => {
    if (customerId === null || leftAt === null) return []
    const open = facts.store.rows<{ receipt_no: string }>(
      "select receipt_no from receipt where customer_id = ? and status in ('pending', 'rejected')",
      customerId,
    )
    const entries = facts.store.rows(
      "select 1 from ticket where customer_id = ? and state = 'valid'",
      customerId,
    )
    return [
      ...open.map(({ receipt_no }) => `receipt ${receipt_no} of customer ${number}, who left, is open`),
      ...(isSealed(facts) || entries.length === 0
        ? []
        : [`customer ${number}, who left, has ${entries.length} entries`]),
    ]
  })

/** Each receipt that the app reported as received is stored exactly once, under its customer. */
export const receivedReceiptsAreStoredOnce: Invariant = ({ store, customers }) =>
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

/**
 * No receipt number of a shop counts twice, unless a reviewer has decided that it belongs to two purchases. Receipts
 * with a disputed number wait for a decision.
 */
export const noReceiptCountsTwice: Invariant = ({ store }) => {
  const twice = store.rows<{ receipt_no: string }>(
    `select receipt_no from receipt
     where status in ('approved', 'pending') and id not in (select receipt_id from receipt_dispute)
     group by store_id, receipt_no having count(*) > 1`,
  )
  const disputes = store.rows<{ receipt_id: string; receipt_no: string; state: string; status: string }>(
    `select receipt_id, receipt.receipt_no, state, status from receipt_dispute
     join receipt on receipt.id = receipt_id`,
  )
  const separate = store
    .rows<{ detail: string }>("select detail from audit where action = 'receipts approve'")
    .filter(({ detail }) => detail.includes('"number":"separate"'))
  return [
    ...twice.map(({ receipt_no }) => `receipt ${receipt_no} counts twice`),
    ...disputes
      .filter(({ state, status }) => state === 'open' && status !== 'pending')
      .map(({ receipt_no, status }) => `receipt ${receipt_no} is ${status}, but its number is disputed`),
    ...disputes
      .filter(({ state }) => state === 'separate')
      .filter(({ receipt_id }) => !separate.some(({ detail }) => detail.includes(receipt_id)))
      .map(({ receipt_no }) => `receipt ${receipt_no} counts twice, but no reviewer has said so`),
  ]
}

/** After a restore, the app offers to send each receipt again that the restore lost and the phone still has. */
export const aRestoreLosesNothing: Invariant = ({ customers }) =>
  customers.flatMap(({ notOffered }) => notOffered)

/** Nobody reads or changes another customer's receipts. */
export const nobodyReachesAnothersReceipts: Invariant = ({ customers }) =>
  customers.flatMap(({ reached }) => reached)

/** No receipt that its customer sent after the close is stored. */
export const receiptsComeBeforeTheClose: Invariant = facts => {
  const { closes_at } = campaignOf(facts)
  return facts.customers.flatMap(({ receipts }) =>
    receipts.flatMap(({ id, receiptNo, sentAt }) =>
      sentAt > closes_at && firstRow(facts, 'select 1 from receipt where id = ?', id)
        ? [`receipt ${receiptNo} was sent after the close, but is stored`]
        : [],
    ),
  )
}

/** Errors that depend only on the person or the server at that moment, not on the request with an idempotency key. */
const PASSING = /^(?:401|403|429|5\d\d) /

/** A request that arrives twice gets the same answer twice. */
export const aRepeatedRequestGetsOneAnswer: Invariant = ({ phones }) =>
  phones.repeated
    .filter(({ answers }) => answers.some(answer => answer.startsWith('200 ')))
    .filter(
      ({ answers: [first, second] }) => first !== second && ![first, second].some(one => PASSING.test(one)),
    )
    .map(({ what, answers }) => `${what} was answered with ${answers.join(' and with ')}`)

/** An app backs off between retries, whatever the servers answer. */
export const noAppHammersTheServers: Invariant = ({ phones }) =>
  [...phones.hammering].map(person => `the app of ${person} sends requests without a pause`)
