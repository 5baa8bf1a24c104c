import type { ReceiptEntry } from '#src/state/types.ts'
import { Card } from '#src/ui/page.tsx'
import photoCss from '#src/ui/photo-input.module.css'
import { StoredPhoto } from '#src/ui/photo-input.tsx'
import { ReceiptChip } from '#src/ui/receipt-chip.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './receipt.module.css'
import { ReceiptRows } from './receipt-rows.tsx'

/** Read-only view of a receipt. */
export function ReceiptView({ entry }: { entry: ReceiptEntry }) {
  const { t, f } = useText()
  const { receipt } = entry
  const rows = [
    [t('field.storeId'), receipt.storeName],
    [t('field.receiptNo'), receipt.receiptNo],
    [t('field.purchasedAt'), f.dateTime(receipt.purchasedAt)],
    [t('field.amount'), f.money(receipt.amount)],
  ] as const
  return (
    <Card>
      <div>
        <ReceiptChip entry={entry} />
      </div>
      <ul className={photoCss.photos}>
        {receipt.images.map((sha256, index) => (
          <StoredPhoto key={sha256} sha256={sha256} n={index + 1} />
        ))}
      </ul>
      <ReceiptRows rows={rows} />
      {receipt.status !== 'pending' && <p className={css.once}>{t('receipt.readOnly')}</p>}
    </Card>
  )
}
