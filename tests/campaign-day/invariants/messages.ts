import { messageRules } from '#campaign/message-rules.ts'
import { type MessageKind, messageKind } from '#contract/message-groups.ts'
import { bangkokDay, bangkokMinute } from '#contract/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { deadlineIn, isReply, saidAboutReceipts, saysWon, textsIn } from '../chat.ts'
import type { Customer } from '../customer.ts'
import {
  campaignOf,
  chatsOf,
  confirmByOf,
  firstRow,
  type Invariant,
  type MessageInvariant,
} from '../facts.ts'

/** How long LINE may take to accept a message that was in flight when the customer switched messages off. */
const UNDER_WAY_MS = MINUTE_MS

/** A customer who has left or was erased gets no message. */
export const noMessageAfterLeaving: MessageInvariant = (_, { number, leftAt }, { at }) =>
  leftAt !== null && at > leftAt ? [`customer ${number}, who has left, got a LINE message`] : []

/** A customer whom the organiser has blocked gets no message, except replies to what they write to the account. */
export const noMessageToTheBlocked: MessageInvariant = (_, { number, blockedAt }, { at, text }) =>
  blockedAt !== null && at > blockedAt && !isReply(text)
    ? [`customer ${number}, who is blocked, got a LINE message`]
    : []

/** No customer gets messages of a group that they have switched off, or marketing without their consent. */
export const noUnwantedMessages: MessageInvariant = (_, { number, mutedAt, noMarketingAt }, { at, text }) => {
  const groups = kindsIn(text).map(kind => messageKind(kind).group)
  const unwanted = groups.filter(group => {
    const since = group === 'news' ? noMarketingAt : group === 'coupons' ? null : mutedAt
    return since !== null && at > since + UNDER_WAY_MS
  })
  return unwanted.map(group => `customer ${number} got a LINE message about ${group}, which is switched off`)
}

/** Returns the ids of the customer's receipts with this number. A customer may send the same paper receipt twice. */
const idsOf = ({ receipts }: Pick<Customer, 'receipts'>, receiptNo: string): readonly string[] =>
  receipts.filter(one => one.receiptNo === receiptNo).map(({ id }) => id)

const listOf = (ids: readonly string[]) => `(${ids.map(() => '?').join()})`

/** A message's statements about a receipt's decision and entries are true when LINE accepts the message. */
export const messagesAboutReceiptsAreTrue: MessageInvariant = ({ store }, customer, { text }) =>
  saidAboutReceipts(text).flatMap(({ receiptNo, status: said, entries }) => {
    const ids = idsOf(customer, receiptNo)
    if (ids.length === 0)
      return [
        `customer ${customer.number} got a LINE message about the receipt ${receiptNo} of somebody else`,
      ]
    const stored = store.rows<{ status: string; n: number }>(
      `select status, (select count(*) from ticket where source = 'receipt' and source_id = receipt.id and state = 'valid') as n
       from receipt where id in ${listOf(ids)}`,
      ...ids,
    )
    const same = stored.find(({ status }) => status === said)
    if (!same) {
      const states = stored.map(({ status }) => status).join(' and ') || 'gone'
      return [`a LINE message says that receipt ${receiptNo} is ${said}, but it is ${states}`]
    }
    return entries === null || entries === same.n
      ? []
      : [`a LINE message promises ${entries} entries for receipt ${receiptNo}, which has ${same.n}`]
  })

/** The states of the draw for which each message about the result is true. */
const claims: Partial<Readonly<Record<MessageKind, readonly string[]>>> = {
  won: ['won', 'confirmed'],
  'reserve-promoted': ['won', 'confirmed'],
  'confirm-deadline': ['won'],
  'seat-confirmed': ['confirmed'],
  reserve: ['reserve'],
  'not-won': ['none', 'entered'],
}

/** A message about the result is sent after the announcement and is true for this customer. */
export const messagesAboutTheDrawAreTrue: MessageInvariant = (
  facts,
  { number, customerId },
  { at, text },
) => {
  const { announced_at } = campaignOf(facts)
  const { draw_state } = firstRow<{ draw_state: string }>(
    facts,
    'select draw_state from reward where customer_id = ?',
    customerId,
  ) ?? { draw_state: 'none' }
  return kindsIn(text).flatMap(kind => {
    const states = claims[kind]
    if (states === undefined) return []
    if (announced_at === null || announced_at > at)
      return [`customer ${number} got the LINE message "${kind}" before the announcement`]
    return states.includes(draw_state)
      ? []
      : [`customer ${number} got the LINE message "${kind}", but is ${draw_state}`]
  })
}

/** The deadline in a message is the customer's real one and has not passed. */
export const messagesNameTheDeadline: MessageInvariant = (facts, { number, customerId }, { at, text }) => {
  const named = deadlineIn(text)
  if (named === null || !(saysWon(text) || textsIn(text).includes('confirm-deadline'))) return []
  const real = confirmByOf(facts, customerId)
  if (Math.abs(real - named) >= MINUTE_MS)
    return [`a LINE message names customer ${number} another deadline than the real one`]
  return at <= real ? [] : [`a LINE message names customer ${number} a deadline that has passed`]
}

/** A reminder about a coupon or the close arrives while the customer can still use the coupon or take part. */
export const remindersAreInTime: MessageInvariant = (facts, { number, customerId }, { at, text }) => {
  const names = textsIn(text)
  const end = deadlineIn(text)
  if (!names.includes('coupon-expiring') && !names.includes('campaign-closing')) return []
  if (end !== null && at > end) return [`customer ${number} got a reminder of something that is over`]
  const used = facts.store.rows<{ title_th: string; title_en: string }>(
    'select title_th, title_en from reward_use join reward_kind using (reward_type) where customer_id = ?',
    customerId,
  )
  return used.some(
    one =>
      names.includes('coupon-expiring') &&
      (text.includes(`${one.title_en}:`) || text.includes(`${one.title_th} ใช้ได้`)),
  )
    ? [`customer ${number} got a reminder of a used coupon`]
    : []
}

/** A customer gets one message per event: each decision about a receipt, each result, confirmation and reminder. */
export const eachMessageOnce: MessageInvariant = (facts, customer, { text }) => {
  const { number, userId } = customer
  const chats = chatsOf(facts, userId)
  const problems: string[] = []
  for (const { receiptNo, status } of saidAboutReceipts(text)) {
    const told = chats.filter(one =>
      saidAboutReceipts(one.text).some(said => said.receiptNo === receiptNo && said.status === status),
    ).length
    const ids = idsOf(customer, receiptNo)
    const decided = facts.store.rows(
      `select 1 from review_decision where receipt_id in ${listOf(ids)} and decision = ?`,
      ...ids,
      status,
    ).length
    if (told > decided)
      problems.push(`customer ${number} got ${told} LINE messages that receipt ${receiptNo} is ${status}`)
  }
  const isResult = kindsIn(text).some(kind => !['receipts', 'none'].includes(messageKind(kind).group))
  const same = isResult ? chats.filter(one => one.text === text).length : 0
  if (same > 1) problems.push(`customer ${number} got the LINE message ${kindsIn(text).join()} ${same} times`)
  return problems
}

/** No customer gets more replies than the number of times they wrote to the official account or added it. */
export const noReplyTwice: MessageInvariant = (facts, { number, userId, greeted }, { text }) => {
  const replies = chatsOf(facts, userId).filter(one => isReply(one.text)).length
  return isReply(text) && replies > greeted
    ? [`customer ${number} got ${replies} replies to ${greeted} messages`]
    : []
}

/** LINE messages arrive outside the quiet hours, and no more often per day than promised. */
export const messagesDoNotDisturb: MessageInvariant = (
  facts,
  { number, userId, customerId },
  { at, text },
) => {
  const kinds = kindsIn(text)
  const isDecision = saidAboutReceipts(text).length > 0
  if (kinds.length === 0 && !isDecision) return []
  if (mayBeRepeat(facts, customerId, at)) return []
  const isUrgent = kinds.some(kind => URGENT.includes(kind))
  const { from, urgentFrom, until } = messageRules.quietHours
  // LINE may accept a message some seconds after the server has sent it.
  const time = bangkokMinute(at - MINUTE_MS).slice(11)
  if (time >= (isUrgent ? urgentFrom : from) || time < until.replace(/00$/, '00'))
    if (bangkokMinute(at).slice(11) < until || time >= (isUrgent ? urgentFrom : from))
      return [`customer ${number} got a LINE message at ${bangkokMinute(at)}`]
  if (isUrgent) return []
  const today = chatsOf(facts, userId)
    .filter(one => bangkokDay(one.at) === bangkokDay(at))
    .filter(
      one => saidAboutReceipts(one.text).length > 0 || kindsIn(one.text).some(kind => !URGENT.includes(kind)),
    )
  const isNews = (one: string) => kindsIn(one).some(kind => messageKind(kind).group === 'news')
  const limit = isNews(text) ? messageRules.perDay.marketing : messageRules.perDay.service
  const count = today.filter(one => isNews(one.text) === isNews(text)).length
  return count > limit ? [`customer ${number} got ${count} LINE messages on one day`] : []
}

const URGENT: readonly MessageKind[] = ['won', 'reserve-promoted', 'confirm-deadline']

/**
 * Returns true if this may be a retry of a message that LINE received but whose answer was lost. Retries are sent at
 * any time of day.
 */
const mayBeRepeat = (
  facts: Parameters<MessageInvariant>[0],
  customerId: string | null,
  at: number,
): boolean =>
  firstRow(
    facts,
    'select 1 from message where customer_id = ? and attempts > 1 and key_at < ?',
    customerId,
    at - HOUR_MS,
  ) !== undefined

const kindsIn = (text: string): readonly MessageKind[] =>
  textsIn(text).map(name => {
    if (name === 'receipt-refused') return 'receipt-rejected'
    return name === 'receipt-corrected' ? 'receipt-approved' : name
  })

/** How long a finished mailing and a decision are checked, in milliseconds. Retention deletes old messages later. */
const CHECKED_MS = 10 * DAY_MS

/** A completed mailing about the result has a message for every reachable participant. */
export const theResultReachesEverybody: Invariant = facts => {
  const mailing = firstRow<{ subject: string; created_at: number }>(
    facts,
    "select subject, created_at from mailing where kind = 'results' and state = 'done'",
  )
  if (!mailing || facts.now() > mailing.created_at + CHECKED_MS) return []
  return facts.customers.flatMap(({ number, customerId, leftAt, wasUnreachable }) => {
    if (customerId === null || leftAt !== null || wasUnreachable) return []
    const tookPart = firstRow(
      facts,
      `select 1 from draw_entry join customer on customer.id = customer_id
       where customer_id = ? and draw_id = ? and customer.status = 'registered'`,
      customerId,
      mailing.subject,
    )
    const told = firstRow(
      facts,
      "select 1 from message where customer_id = ? and kind in ('won', 'not-won', 'reserve', 'reserve-promoted')",
      customerId,
    )
    return tookPart && !told ? [`the mailing about the result left out customer ${number}`] : []
  })
}

/** Each decision that still holds has a message, sent or waiting, if the customer can be reached. */
export const eachDecisionIsTold: Invariant = facts => {
  if (facts.messagesWereOff()) return []
  const decisions = facts.store.rows<{ customer_id: string; receipt_no: string }>(
    `select receipt.customer_id, receipt_no from review_decision
     join receipt on receipt.id = receipt_id and receipt.version = receipt_version
     where undone_at is null and decided_at > ? and not exists (
       select 1 from message where message.customer_id = receipt.customer_id
         and subject = receipt.id || ':' || receipt_version)`,
    facts.now() - CHECKED_MS,
  )
  return decisions.flatMap(({ customer_id, receipt_no }) => {
    const customer = facts.customers.find(({ customerId }) => customerId === customer_id)
    return customer && !customer.mayHaveLeft && !customer.wasUnreachable
      ? [`customer ${customer.number} gets no message about the decision on receipt ${receipt_no}`]
      : []
  })
}
