import { digestTexts } from '#campaign/digest-message.ts'
import { messageTexts } from '#campaign/messages.ts'

/** What a LINE message says about one receipt. `entries` is null for a rejected one. */
type Said = {
  readonly receiptNo: string
  readonly status: 'approved' | 'rejected'
  readonly entries: number | null
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Returns a pattern that finds the receipt number and the entries in the campaign's own sentence. */
const patternOf = (sentence: string) =>
  new RegExp(
    escaped(sentence)
      .replace('\\{receiptNo\\}', '([\\w-]+)')
      .replace('\\{count\\}', '(\\d+)')
      .replace(/\\\{\w+\\\}.*$/, ''),
    'g',
  )

const sentences: readonly (readonly [Said['status'], RegExp])[] = [
  ['approved', patternOf(messageTexts['receipt-approved'].en.text)],
  ['rejected', patternOf(messageTexts['receipt-rejected'].en.text)],
  ['approved', patternOf(digestTexts.en.approved('{receiptNo}', 0).replace('0', '{count}'))],
  ['rejected', patternOf(digestTexts.en.rejected('{receiptNo}', '{reason}'))],
]

/** Returns what the English part of a message says about receipts. */
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

/** Returns the names of the campaign's texts in one delivery. Replies and digests have none. */
export const textsIn = (text: string): readonly TextName[] =>
  (Object.keys(messageTexts) as TextName[]).filter(name => text.includes(`"${messageTexts[name].en.title}"`))

/** True if the official account answers what the person has written to it. */
export const isReply = (text: string): boolean =>
  textsIn(text).length === 0 && saidAboutReceipts(text).length === 0

/** True if the message tells the person that they have won. */
export const saysWon = (text: string): boolean =>
  textsIn(text).some(name => name === 'won' || name === 'reserve-promoted')

const DEADLINE = /(\d{1,2} \w+ \d{4}), (\d{2}:\d{2}) \(Bangkok time\)/

/** Returns the end that a message names, in milliseconds since 1970, or null. */
export function deadlineIn(text: string): number | null {
  const [, day = '', time = ''] = DEADLINE.exec(text) ?? []
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
