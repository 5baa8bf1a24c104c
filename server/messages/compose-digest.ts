import type { messagingApi } from '@line/bot-sdk'
import { digestTexts } from '#campaign/digest-message.ts'
import { campaignLink } from '#contract/campaign-link.ts'
import { type ReceiptRow, receiptRow, showReceipts } from '#server/campaign/receipts/read.ts'
import type { LineMessage } from '#server/messaging-client.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { bubble, linkButton } from './lay-out.ts'

/** Visible characters per rejection reason. Ten longer reasons would not fit into one text message. */
const REASON_MAX = 100

export async function composeDigest(
  db: Db,
  rows: readonly Pick<Tables['message'], 'kind' | 'subject'>[],
  liffId: string,
): Promise<readonly LineMessage[]> {
  const found = await Promise.all(rows.map(({ subject }) => receiptRow(db, subject.split(':')[0] ?? '')))
  const receipts = await showReceipts(
    db,
    found.filter((row): row is ReceiptRow => row !== undefined),
  )
  const listed = (lang: 'th' | 'en') =>
    rows.flatMap(({ kind, subject }) => {
      const receipt = receipts.find(({ id }) => id === subject.split(':')[0])
      if (!receipt) return []
      const reason = lang === 'th' ? receipt.rejectText : receipt.rejectTextEn
      const { approved, rejected } = digestTexts[lang]
      return kind === 'receipt-approved'
        ? approved(receipt.receiptNo, receipt.rights)
        : rejected(receipt.receiptNo, shortened(reason ?? ''))
    })
  const { th, en, buttonColour } = digestTexts
  const thai = { title: th.title(rows.length), lines: listed('th') }
  const english = { title: en.title(rows.length), lines: listed('en') }
  const uri = campaignLink(liffId, '/receiptHistory')
  const plain = [thai, english].map(({ title, lines }) => [title, ...lines].join('\n'))
  const line = (text: string): messagingApi.FlexText => ({ type: 'text', text, size: 'sm', wrap: true })
  return [
    { type: 'text', text: [...plain, uri].join('\n\n') },
    bubble(
      `${thai.title} / ${english.title}`,
      [
        { type: 'text', text: thai.title, weight: 'bold', size: 'lg', wrap: true },
        ...thai.lines.map(line),
        { type: 'separator' },
        { type: 'text', text: english.title, weight: 'bold', wrap: true },
        ...english.lines.map(line),
      ],
      [linkButton(`${th.button} / ${en.button}`, uri, buttonColour)],
    ),
  ]
}

/** Truncates by grapheme, so that Thai vowels and tone marks stay with their consonant. */
function shortened(text: string): string {
  const letters = [...new Intl.Segmenter('th').segment(text)].map(({ segment }) => segment)
  return letters.length > REASON_MAX ? `${letters.slice(0, REASON_MAX).join('')}…` : text
}
