import { messageTexts } from '#campaign/messages.ts'
import { campaignLink } from '#contract/campaign-link.ts'
import { type Lang, langs } from '#contract/languages.ts'
import type { MessageKind } from '#contract/message-groups.ts'
import { DAY_MS } from '#contract/time.ts'
import type { LineMessage } from '#server/messaging-client.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import type { Content, ContentOf, Row } from './content.ts'
import { drawContents } from './contents/draw.ts'
import { receiptContents } from './contents/receipts.ts'
import { reminderContents } from './contents/reminders.ts'
import { layOut } from './lay-out.ts'
import { messageLanguage } from './message-language.ts'
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
  composing: Composing,
): Promise<readonly LineMessage[] | null> {
  const content = await contents[row.kind](db, row, composing.now)
  if (!isTrueAt(content, composing.now)) return null
  return messagesOf(content, await messageLanguage(db, row.customer_id), composing)
}

function messagesOf(content: Content, lang: Lang, { liffId, hasWebhook }: Composing): readonly LineMessage[] {
  const { confirmTicket, path } = content
  const inChat = hasWebhook && confirmTicket !== null ? seatPostback(confirmTicket, lang) : null
  return [layOut(textOf(content, lang), campaignLink(liffId, path), inChat)]
}

/** True if an earlier attempt's messages (`stored`, as JSON) are still current. */
export async function isCurrent(db: Db, row: Row, composing: Composing, stored: string): Promise<boolean> {
  const content = await contents[row.kind](db, row, composing.now)
  if (!isTrueAt(content, composing.now)) return false
  if (!content.canChange) return true
  return langs.some(lang => JSON.stringify(messagesOf(content, lang, composing)) === stored)
}

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

function textOf(content: Content, lang: Lang) {
  const { [lang]: text, buttonColour } = messageTexts[content.texts]
  const filled = [content[lang]].flat().map(values => fill(text.text, values))
  return { ...text, text: filled.join('\n'), buttonColour }
}

/** Pass a function, because a replacement string could contain `$&`. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
