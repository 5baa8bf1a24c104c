import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import { useApp } from '#src/app-context.ts'
import type { ReceiptEntry } from '#src/state/types.ts'
import { failureText } from './failure.tsx'
import { Icon } from './icon.tsx'
import css from './receipt-card.module.css'
import { ReceiptChip } from './receipt-chip.tsx'
import thumbnailCss from './thumbnail.module.css'
import { useLoad } from './use-load.ts'
import { useObjectUrl } from './use-object-url.ts'
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

/**
 * Shows an icon for photos that are not on the phone: downloading twenty would take minutes on a slow connection.
 * Hidden from screen readers, because the card's text contains the same information.
 */
function ReceiptThumbnail({ sha256 }: { readonly sha256: string | undefined }) {
  const { receipts } = useApp()
  const [blob, setBlob] = useState<Blob | null>(null)
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      const small = sha256 === undefined ? null : await receipts.thumbnail(sha256)
      if (isCurrent()) setBlob(small)
    },
    [receipts, sha256],
  )
  useLoad(load)
  const url = useObjectUrl(blob)
  return (
    <span className={thumbnailCss.tall} aria-hidden="true">
      {url === null ? <Icon name="receipt" size={26} /> : <img src={url} alt="" width={56} height={72} />}
    </span>
  )
}
