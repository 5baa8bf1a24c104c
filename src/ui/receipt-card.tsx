import { Link } from 'wouter'
import type { ReceiptEntry } from '#src/state/types.ts'
import { failureText } from './failure.tsx'
import { Icon } from './icon.tsx'
import css from './receipt-card.module.css'
import { ReceiptChip } from './receipt-chip.tsx'
import { useText } from './use-text.ts'

/** One receipt in a list: store, amount, date and status. Links to the receipt's screen. */
export function ReceiptCard({ entry }: { entry: ReceiptEntry }) {
  const { t, f } = useText()
  const { receipt, queued } = entry
  const trouble =
    queued?.state === 'refused' && queued.failure ? failureText(t, queued.failure) : receipt.rejectText
  return (
    <Link href={`/receipt/${receipt.id}`} className={css.card}>
      <span className={css.top}>
        <b className={css.store}>{receipt.storeName}</b>
        <b className={css.amount}>{f.money(receipt.amount)}</b>
      </span>
      <span className={css.meta}>
        {t('history.number', { number: receipt.receiptNo })} · {f.shortDate(receipt.purchasedAt)}
      </span>
      <span className={css.bottom}>
        <ReceiptChip entry={entry} />
        <Icon name="forward" size={20} />
      </span>
      {trouble && (queued !== null || receipt.status === 'rejected') && (
        <span className={css.trouble}>{trouble}</span>
      )}
    </Link>
  )
}
