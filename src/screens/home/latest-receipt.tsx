import { Link } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { latestValue } from '#src/state/resource.ts'
import { ReceiptCard } from '#src/ui/receipt-card.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './below.module.css'

export function LatestReceipt() {
  const { receipts } = useApp()
  const { t } = useText()
  const latest = latestValue(receipts.history.value)?.[0]
  if (latest === undefined) return null
  return (
    <section>
      <div className={css.heading}>
        <h2 className={css.title}>{t('home.latest')}</h2>
        <Link href="/receiptHistory">{t('action.all')}</Link>
      </div>
      <ReceiptCard entry={latest} />
    </section>
  )
}
