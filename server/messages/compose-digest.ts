import { digestTexts } from '#campaign/digest-message.ts'
import { campaignLink } from '#contract/campaign-link.ts'
import { type ReceiptRow, receiptRow, showReceipts } from '#server/campaign/receipts/read.ts'
import type { LineMessage } from '#server/messaging-client.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { correctionLines } from './correction-lines.ts'
import { layOut, shortened } from './lay-out.ts'
import { messageLanguage } from './message-language.ts'

/** Characters per rejection reason. Ten longer reasons would make the card too long to read. */
const REASON_MAX = 100

type Row = Pick<Tables['message'], 'kind' | 'subject' | 'customer_id'>

/** `rows` are the messages of one customer. */
export async function composeDigest(
  db: Db,
  rows: readonly [Row, ...Row[]],
  liffId: string,
): Promise<readonly LineMessage[]> {
  const found = await Promise.all(rows.map(({ subject }) => receiptRow(db, subject.split(':')[0] ?? '')))
  const receipts = await showReceipts(
    db,
    found.filter((row): row is ReceiptRow => row !== undefined),
  )
  const lang = await messageLanguage(db, rows[0].customer_id)
  const { title, approved, corrected, rejected, button } = digestTexts[lang]
  const lines = rows.flatMap(({ kind, subject }) => {
    const receipt = receipts.find(({ id }) => id === subject.split(':')[0])
    if (!receipt) return []
    const reason = lang === 'th' ? receipt.rejectText : receipt.rejectTextEn
    const corrections = correctionLines(receipt, lang).join('; ')
    return kind === 'receipt-approved'
      ? approved(receipt.receiptNo, receipt.rights) + (corrections === '' ? '' : corrected(corrections))
      : rejected(receipt.receiptNo, shortened(reason ?? '', REASON_MAX).replaceAll('\n', ' '))
  })
  const { buttonColour } = digestTexts
  const text = { title: title(rows.length), text: lines.join('\n'), button, buttonColour }
  return [layOut(text, campaignLink(liffId, '/receiptHistory'), null)]
}
