import { messageTexts } from '#campaign/messages.ts'
import { receiptRow, showReceipt } from '#server/campaign/receipts/read.ts'
import { subjectOf } from '#server/message-queue/enqueue.ts'
import type { Db, Tables } from '#server/store/tables.ts'

type Row = Pick<Tables['message'], 'kind' | 'subject' | 'unsure'>

const statusOf = { 'receipt-approved': 'approved', 'receipt-rejected': 'rejected' } as const

/**
 * Returns the text and the flex message of a row, in Thai and English, with a link to the receipt in the LIFF app. Returns
 * null if the receipt has changed since, unless LINE may already have the message: then its fate must be settled.
 */
export async function composeMessage(db: Db, row: Row, liffId: string): Promise<readonly object[] | null> {
  const receipt = await receiptRow(db, row.subject.split(':')[0] ?? '')
  if (!receipt) return null
  const isCurrent = receipt.status === statusOf[row.kind] && subjectOf(receipt) === row.subject
  if (!isCurrent && row.unsure === 0) return null
  const { receiptNo, rights, rejectText, rejectTextEn } = await showReceipt(db, receipt)
  const { th, en, buttonColour } = messageTexts[row.kind]
  const values = { receiptNo, count: String(rights) }
  const thai = fill(th.text, { ...values, reason: rejectText ?? '' })
  const english = fill(en.text, { ...values, reason: rejectTextEn ?? '' })
  const uri = `https://liff.line.me/${liffId}/receipt/${receipt.id}`
  return [
    { type: 'text', text: `${thai}\n\n${english}\n\n${uri}` },
    {
      type: 'flex',
      altText: `${th.title} / ${en.title}`,
      contents: {
        type: 'bubble',
        body: {
          type: 'box',
          layout: 'vertical',
          spacing: 'md',
          contents: [
            { type: 'text', text: th.title, weight: 'bold', size: 'lg', wrap: true },
            { type: 'text', text: thai, wrap: true },
            { type: 'separator' },
            { type: 'text', text: en.title, weight: 'bold', wrap: true },
            { type: 'text', text: english, size: 'sm', wrap: true },
          ],
        },
        footer: {
          type: 'box',
          layout: 'vertical',
          contents: [
            {
              type: 'button',
              style: 'primary',
              color: buttonColour,
              action: { type: 'uri', label: `${th.button} / ${en.button}`, uri },
            },
          ],
        },
      },
    },
  ]
}

/** Replaces the placeholders of a text. A function as replacement, because a value may contain `$&`. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
