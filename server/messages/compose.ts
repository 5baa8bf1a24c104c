import { messageTexts } from '#campaign/messages.ts'
import { campaignLink } from '#contract/campaign-link.ts'
import type { MessageKind } from '#contract/message-groups.ts'
import { DAY_MS } from '#contract/time.ts'
import type { LineMessage } from '#server/messaging-client.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import type { Content, ContentOf, Row } from './content.ts'
import { drawContents } from './contents/draw.ts'
import { receiptContents } from './contents/receipts.ts'
import { reminderContents } from './contents/reminders.ts'
import { layOut } from './lay-out.ts'
import { seatPostback } from './seat-postback.ts'

/** A message without a deadline is dropped at this age, because the customer has probably seen the news in the app. */
export const STALE_MS = 3 * DAY_MS

const contents: Readonly<Record<MessageKind, ContentOf>> = {
  ...receiptContents,
  ...drawContents,
  ...reminderContents,
}

export type Composing = {
  readonly liffId: string
  readonly now: number
  /** True if the server receives LINE's webhooks, without which a button in the chat does not work. */
  readonly hasWebhook: boolean
}

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

export const isCurrent = async (db: Db, row: Row, now: number): Promise<boolean> =>
  isTrueAt(await contents[row.kind](db, row, now), now)

const isTrueAt = (content: Content | null, now: number): content is Content =>
  content?.isCurrent === true && (content.endsAt === null || now < content.endsAt)

type Aged = Row & Pick<Tables['message'], 'created_at'>

/**
 * Returns why a message must no longer be sent, or null. Either its deadline has passed, or it has no deadline, is
 * older than three days and is no longer useful.
 */
export async function givenUp(db: Db, row: Aged, now: number): Promise<string | null> {
  const content = await contents[row.kind](db, row, now)
  if (content !== null && content.endsAt !== null)
    return content.isCurrent && now >= content.endsAt ? TOO_LATE : null
  const end = Math.max(row.created_at + STALE_MS, content?.helpsUntil ?? 0)
  return now > end ? 'older than three days' : null
}

/** Returns null if the message can be sent, or the reason not to. `isTrue` says whether the content is current. */
export async function whyNot(
  db: Db,
  row: Aged,
  { now, isTrue }: { readonly now: number; readonly isTrue: boolean },
): Promise<string | null> {
  // Skips the query for nearly all messages of a mailing, because they are recent.
  if (isTrue && now - row.created_at <= STALE_MS) return null
  return (await givenUp(db, row, now)) ?? (isTrue ? null : 'out of date')
}

const TOO_LATE = 'LINE did not accept it before the deadline that it names'

function textsOf({ texts, th, en }: Content) {
  const { th: thai, en: english, buttonColour } = messageTexts[texts]
  return {
    th: { ...thai, text: fill(thai.text, th) },
    en: { ...english, text: fill(english.text, en) },
    buttonColour,
  }
}

/** Pass a function, because a replacement string could contain `$&`. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
