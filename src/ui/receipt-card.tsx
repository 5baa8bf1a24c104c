import { Link } from 'wouter'
import type { ReceiptEntry } from '#src/state/types.ts'
import { failureText } from './failure.tsx'
import { Icon } from './icon.tsx'
import css from './receipt-card.module.css'
import { ReceiptChip } from './receipt-chip.tsx'
import { ReceiptThumbnail } from './receipt-thumbnail.tsx'
import { useText } from './use-text.ts'

export function ReceiptCard({ entry }: { entry: ReceiptEntry }) {
  const { t, f } = useText()
  const { receipt, queued } = entry
  const trouble =
    queued?.state === 'refused' && queued.failure
      ? failureText(t, queued.failure)
      : f.content(receipt.rejectText ?? '', receipt.rejectTextEn)
  return (
    <Link href={`/receipt/${receipt.id}`} className={css.card}>
      <ReceiptThumbnail sha256={receipt.images[0]} />
      <span className={css.data}>
        <span className={css.top}>
          <b className={css.store}>{f.content(receipt.storeName, receipt.storeNameEn)}</b>
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
      </span>
    </Link>
  )
}
