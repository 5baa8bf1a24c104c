import type { MessageKind } from '#contract/message-groups.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Snapshot } from '#emulator/index.ts'
import { itemsOf } from '#emulator/world/long-list.ts'
import type { Tables } from '#server/store/tables.ts'
import type { Role } from './people.ts'

/** A notification that the run has caused. */
export type Expected = {
  readonly customerId: string
  readonly kind: MessageKind
  readonly subject: string
  /** A text that no other notification to this person contains. */
  readonly mark: string
}

/**
 * A person, with the times when they blocked the account, left or withdrew their consent: in milliseconds, null if
 * never.
 */
export type Addressee = {
  readonly customerId: string
  readonly userId: string
  readonly role: Role
  /** When the person started to block, leave or withdraw. */
  readonly leavesAt: number | null
  /** When the run saw that the server had acknowledged the request to leave or withdraw, or had recorded the block. */
  readonly goneAt: number | null
}

type Row = Pick<Tables['message'], 'kind' | 'subject' | 'customer_id' | 'state' | 'reason' | 'settled_at'>
type Bot = Snapshot['world']['bot']

type History = {
  readonly expected: readonly Expected[]
  readonly people: readonly Addressee[]
  readonly rows: readonly Row[]
  readonly bot: Pick<Bot, 'sendings' | 'retryKeys'>
}

/**
 * The longest time from the server's claim of a message to its arrival at LINE, in milliseconds. A request times out
 * after ten seconds.
 */
const ON_ITS_WAY_MS = MINUTE_MS

/**
 * Compares a run's notifications with the database rows and the chats. Recognises each notification by its text, not by
 * its row. `problems` has one line per defect.
 */
export function checkMessages({ expected, people, rows, bot }: History) {
  const problems: string[] = []
  const byId = new Map(people.map(person => [person.customerId, person]))
  const rowOf = new Map(rows.map(row => [keyOf(row.customer_id, row), row]))
  const chats = readChats(bot, people, expected)
  const counts = {
    /** Notifications in the chats. One message can contain several decisions about a person's receipts. */
    delivered: 0,
    /** Notifications that LINE accepted but did not deliver, because the person was not a friend of the account. */
    undelivered: 0,
    /** Notifications that were dropped, or never enqueued, because the person blocked, left or withdrew. */
    dropped: 0,
    lost: 0,
    doubled: 0,
    /** Messages that were sent although the person had already blocked, left or withdrawn. */
    forbidden: 0,
    unsettled: 0,
  }
  const problem = (count: 'lost' | 'doubled' | 'forbidden' | 'unsettled', text: string) => {
    counts[count] += 1
    problems.push(`${count}: ${text}`)
  }

  for (const one of expected) {
    const person = byId.get(one.customerId)
    if (!person) throw new Error(`the customer ${one.customerId} is not known`)
    const name = `${one.kind} ${one.subject} to ${person.customerId} (${person.role})`
    const key = keyOf(one.customerId, one)
    const row = rowOf.get(key)
    const sent = chats.sent.get(key) ?? []
    const copies = sent.filter(({ isDelivered }) => isDelivered).length
    if (sent.length > 1) problem('doubled', `${name}: LINE accepted it ${sent.length} times`)
    for (const message of sent)
      if (isForbidden(message, one.kind, person))
        problem('forbidden', `${name}: taken after the person ${person.role}`)
    counts.delivered += Math.min(1, copies)
    if (row?.state === 'waiting' || row?.state === 'held') problem('unsettled', `${name}: ${row.state}`)
    else if (row && row.state !== 'sent' && !row.reason)
      problem('unsettled', `${name}: ${row.state} without a reason`)
    else if (row?.state === 'sent' && copies === 0 && isFriendOf(person, row))
      problem('lost', `${name}: sent, but not in the chat`)
    else if (row?.state !== 'sent' && !mayMiss(one.kind, person, row))
      problem('lost', `${name}: ${row ? `${row.state}, ${row.reason}` : 'no row'}`)
    else if (copies === 0 && row?.state === 'sent') counts.undelivered += 1
    else if (copies === 0) counts.dropped += 1
  }
  for (const text of chats.unknown) problem('doubled', `a message that no notification explains: ${text}`)
  return { expected: expected.length, chatMessages: chats.messages, ...counts, problems }
}

/** Returns whether the person's action stops notifications of this kind. */
const isStopped = (kind: MessageKind, { role }: Addressee): boolean =>
  role === 'blocks' || role === 'leaves' || (role === 'withdraws' && kind === 'campaign-closing')

/** Returns whether a person may have missed a notification because they departed before it was settled. */
const mayMiss = (kind: MessageKind, person: Addressee, row: Row | undefined): boolean =>
  isStopped(kind, person) &&
  person.leavesAt !== null &&
  (row === undefined || (row.settled_at ?? 0) >= person.leavesAt)

/**
 * Returns whether a person was a friend of the account when the message was recorded as sent. If so, LINE must have
 * delivered it.
 */
const isFriendOf = ({ role, leavesAt }: Addressee, { settled_at }: Row): boolean =>
  role !== 'stranger' && !(role === 'blocks' && leavesAt !== null && (settled_at ?? 0) >= leavesAt)

type Accepted = {
  readonly isDelivered: boolean
  readonly at: number
  /** When the server claimed the message: the time in its retry key; null without a key. */
  readonly takenAt: number | null
}

function isForbidden({ at, takenAt }: Accepted, kind: MessageKind, person: Addressee): boolean {
  const { goneAt } = person
  if (goneAt === null || !isStopped(kind, person)) return false
  if ((takenAt ?? at) > goneAt) return true
  // Before each attempt, the server checks again that the person has consented and can be reached.
  return at > goneAt + ON_ITS_WAY_MS
}

const keyOf = (customerId: string, { kind, subject }: Pick<Expected, 'kind' | 'subject'>): string =>
  `${customerId} ${kind} ${subject}`

/** Returns the retry keys, each with the request that LINE accepted. */
const retriedRequests = ({ young, old }: Bot['retryKeys']) =>
  [old, young]
    .flatMap(groups => Object.values(groups))
    .flatMap(inFirst => Object.values(inFirst))
    .flatMap(inSecond => Object.values(inSecond))
    .flatMap(leaf => Object.entries(leaf))

/** Finds each expected notification among the requests that LINE accepted. */
function readChats(bot: History['bot'], people: readonly Addressee[], expected: readonly Expected[]) {
  const users = new Map(people.map(({ customerId, userId }) => [userId, customerId]))
  const ofCustomer = new Map<string, Expected[]>()
  for (const one of expected) ofCustomer.set(one.customerId, [...(ofCustomer.get(one.customerId) ?? []), one])
  const keys = new Map(retriedRequests(bot.retryKeys).map(([key, { requestId }]) => [requestId, key]))

  const sent = new Map<string, Accepted[]>()
  const unknown: string[] = []
  let messages = 0
  for (const { requestId, at, chatId, delivered, messages: content } of itemsOf(bot.sendings)) {
    const text = JSON.stringify(content)
    const retryKey = keys.get(requestId)
    const takenAt =
      retryKey === undefined ? null : Number.parseInt(retryKey.replace('-', '').slice(0, 12), 16)
    messages += delivered.length
    for (const userId of new Set([...delivered, ...(chatId === null ? [] : [chatId])])) {
      const customerId = users.get(userId) ?? ''
      const found = (ofCustomer.get(customerId) ?? []).filter(({ mark }) => text.includes(mark))
      if (found.length === 0) unknown.push(`${userId}: ${text.slice(0, 200)}`)
      for (const one of found) {
        const key = keyOf(customerId, one)
        const accepted = { isDelivered: delivered.includes(userId), at, takenAt }
        sent.set(key, [...(sent.get(key) ?? []), accepted])
      }
    }
  }
  return { sent, unknown, messages }
}
