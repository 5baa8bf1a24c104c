import { digestTexts } from '#campaign/digest-message.ts'
import { messageTexts } from '#campaign/messages.ts'

/** What a LINE message says about one receipt. */
type Said = { readonly receiptNo: string; readonly status: 'approved' | 'rejected' }

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Returns a pattern that finds the receipt number in the campaign's own sentence. */
const patternOf = (sentence: string) =>
  new RegExp(
    escaped(sentence)
      .replace('\\{receiptNo\\}', '([\\w-]+)')
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
    [...text.matchAll(pattern)].map(([, receiptNo = '']) => ({ receiptNo, status })),
  )
  return [...new Map(said.map(one => [`${one.receiptNo} ${one.status}`, one])).values()]
}

/** True if the message tells the person that they have won. */
export const saysWon = (text: string): boolean =>
  text.includes(messageTexts.won.en.title) || text.includes(messageTexts['reserve-promoted'].en.title)

/** Returns the titles of the messages in one delivery. */
export function titlesOf(text: string): string {
  const titles = Object.values(messageTexts).map(({ en }) => en.title)
  const found = titles.filter(title => text.includes(title))
  const isDigest = saidAboutReceipts(text).length > 1
  return [...new Set(found), ...(isDigest ? ['several decisions'] : [])].join(', ') || 'an answer'
}
