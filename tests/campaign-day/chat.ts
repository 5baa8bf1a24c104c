import { digestTexts } from '#campaign/digest-message.ts'
import { messageTexts } from '#campaign/messages.ts'
import { langs } from '#contract/languages.ts'
import { languages } from '#src/i18n/languages.ts'

/** What a LINE message says about one receipt. `entries` is null if the receipt was rejected. */
type Said = {
  readonly receiptNo: string
  readonly status: 'approved' | 'rejected'
  readonly entries: number | null
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/**
 * Returns a pattern that finds the receipt number and the entries in a line of a card, given the campaign's wording.
 */
const patternOf = (sentence: string) =>
  new RegExp(
    // A card has one component per line.
    `"${escaped(sentence.split('\n')[0] ?? '')}`
      .replace('\\{receiptNo\\}', '([\\w-]+)')
      .replace('\\{count\\}', '(\\d+)')
      .replace(/\\\{\w+\\\}[\s\S]*$/, ''),
    'g',
  )

const sentences: readonly (readonly [Said['status'], RegExp])[] = langs.flatMap(lang => [
  ['approved', patternOf(messageTexts['receipt-approved'][lang].text)] as const,
  ['approved', patternOf(messageTexts['receipt-corrected'][lang].text)] as const,
  ['rejected', patternOf(messageTexts['receipt-rejected'][lang].text)] as const,
  ['approved', patternOf(digestTexts[lang].approved('{receiptNo}', 0).replace('0', '{count}'))] as const,
  ['rejected', patternOf(digestTexts[lang].rejected('{receiptNo}', '{reason}'))] as const,
])

/** Returns the statements about receipts in a message. */
export function saidAboutReceipts(text: string): readonly Said[] {
  const said = sentences.flatMap(([status, pattern]) =>
    [...text.matchAll(pattern)].map(([, receiptNo = '', entries]) => ({
      receiptNo,
      status,
      entries: entries === undefined ? null : Number(entries),
    })),
  )
  return [...new Map(said.map(one => [`${one.receiptNo} ${one.status}`, one])).values()]
}

type TextName = keyof typeof messageTexts

/** Returns the names of the campaign texts in one delivery. Replies and digests contain none. */
export const textsIn = (text: string): readonly TextName[] =>
  (Object.keys(messageTexts) as TextName[]).filter(name =>
    langs.some(lang => text.includes(`"${messageTexts[name][lang].title}"`)),
  )

/** Returns true if the official account is replying to something that the person has written to it. */
export const isReply = (text: string): boolean =>
  textsIn(text).length === 0 && saidAboutReceipts(text).length === 0

/** Returns true if the message tells the person that they have won. */
export const saysWon = (text: string): boolean =>
  textsIn(text).some(name => name === 'won' || name === 'reserve-promoted')

const ENGLISH = /(\d{1,2} \w+ \d{4}), (\d{2}:\d{2}) \(Bangkok time\)/
const THAI = /(\d{1,2}) ([ก-๙.]+) (\d{4}) (\d{2}:\d{2}) น\./
const months = (lang: 'th' | 'en') => languages[lang].shortMonths.split(' ')

/** Returns the deadline that a message names, in milliseconds since 1970, or null. */
export function deadlineIn(text: string): number | null {
  const [, date = '', month = '', year = '', hour = ''] = THAI.exec(text) ?? []
  const inEnglish = `${date} ${months('en')[months('th').indexOf(month)]} ${Number(year) - 543}`
  const [, day = inEnglish, time = hour] = ENGLISH.exec(text) ?? []
  const at = Date.parse(`${day} ${time} GMT+0700`)
  return Number.isNaN(at) ? null : at
}

/** Returns the titles of the messages in one delivery. */
export function titlesOf(text: string): string {
  if (isReply(text)) return 'an answer'
  const titles = new Set(textsIn(text).map(name => messageTexts[name].en.title))
  const isDigest = saidAboutReceipts(text).length > 1
  return [...titles, ...(isDigest ? ['several decisions'] : [])].join(', ')
}
