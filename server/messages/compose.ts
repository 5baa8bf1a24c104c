import { messageTexts } from '#campaign/messages.ts'
import { campaignLink } from '#contract/campaign-link.ts'
import type { MessageKind } from '#contract/message-groups.ts'
import type { LineMessage } from '#server/messaging-client.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { STALE_MS } from './attempt.ts'
import type { Content, ContentOf, Row } from './content.ts'
import * as draw from './contents/draw.ts'
import { receiptApproved, receiptRejected, receiptWaiting } from './contents/receipts.ts'
import { campaignClosing, couponExpiring } from './contents/reminders.ts'
import { layOut } from './lay-out.ts'
import { seatPostback } from './seat-postback.ts'

const contents: Readonly<Record<MessageKind, ContentOf>> = {
  'receipt-approved': receiptApproved,
  'receipt-rejected': receiptRejected,
  'receipt-waiting': receiptWaiting,
  won: draw.won,
  'not-won': draw.notWon,
  reserve: draw.reserve,
  'reserve-promoted': draw.reservePromoted,
  'confirm-deadline': draw.confirmDeadline,
  'seat-confirmed': draw.seatConfirmed,
  'coupon-expiring': couponExpiring,
  'campaign-closing': campaignClosing,
}

export type Composing = {
  readonly liffId: string
  readonly now: number
  /** True if the server gets LINE's webhooks, so that a button in the chat has an effect. */
  readonly hasWebhook: boolean
}

/**
 * Returns the text and the flex message of a row, in Thai and English, with a link that opens the right screen of the LIFF
 * app. Returns null if the message is out of date.
 */
export async function composeMessage(
  db: Db,
  row: Row,
  { liffId, now, hasWebhook }: Composing,
): Promise<readonly LineMessage[] | null> {
  const content = await contents[row.kind](db, row, now)
  if (!isTrueAt(content, now)) return null
  const { confirmTicket, path } = content
  const inChat = hasWebhook && confirmTicket !== null ? seatPostback(confirmTicket) : null
  return layOut(textsOf(content), campaignLink(liffId, path), inChat)
}

/** Returns whether a message is still true at the time `now` (milliseconds). */
export const isCurrent = async (db: Db, row: Row, now: number): Promise<boolean> =>
  isTrueAt(await contents[row.kind](db, row, now), now)

const isTrueAt = (content: Content | null, now: number): content is Content =>
  content?.isCurrent === true && (content.endsAt === null || now < content.endsAt)

type Aged = Row & Pick<Tables['message'], 'created_at'>

/**
 * Returns why a message is not sent any more, whatever LINE says: the time that its text names has passed, or the text names
 * none and the message is older than three days and than it helps the customer. Returns null otherwise.
 */
export async function givenUp(db: Db, row: Aged, now: number): Promise<string | null> {
  const content = await contents[row.kind](db, row, now)
  if (content !== null && content.endsAt !== null)
    return content.isCurrent && now >= content.endsAt ? TOO_LATE : null
  const end = Math.max(row.created_at + STALE_MS, content?.helpsUntil ?? 0)
  return now > end ? 'older than three days' : null
}

/** Why a message is dropped that was composed (`isTrue`) or could not be, at the time `now`; null if it is sent. */
export async function whyNot(
  db: Db,
  row: Aged,
  { now, isTrue }: { readonly now: number; readonly isTrue: boolean },
): Promise<string | null> {
  // Nearly all messages are young, and a mailing has many.
  if (isTrue && now - row.created_at <= STALE_MS) return null
  return (await givenUp(db, row, now)) ?? (isTrue ? null : 'out of date')
}

/** Why a message was dropped that LINE did not accept before the deadline that its text names. */
const TOO_LATE = 'LINE did not accept it before the deadline that it names'

function textsOf({ texts, th, en }: Content) {
  const { th: thai, en: english, buttonColour } = messageTexts[texts]
  return {
    th: { ...thai, text: fill(thai.text, th) },
    en: { ...english, text: fill(english.text, en) },
    buttonColour,
  }
}

/** Replaces the placeholders of a text. A function as replacement, because a value may contain `$&`. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
