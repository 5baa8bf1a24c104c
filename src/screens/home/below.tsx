import { useEffect } from 'react'
import { Link } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { latestValue } from '#src/state/resource.ts'
import { Lazy } from '#src/ui/lazy.tsx'
import { ReceiptCard } from '#src/ui/receipt-card.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './below.module.css'
import { result } from './lazy-result.ts'
import { LegalLinks } from './legal-links.tsx'
import { Prizes } from './prizes.tsx'
import { Steps } from './steps.tsx'
import { Welcome } from './welcome.tsx'

/** The part of home below the fold. It loads later but comes last on the page, so nothing shifts. */
export function Below() {
  const { rewards } = useApp()
  const state = latestValue(rewards.current.value)?.luckyDraw.state ?? 'none'
  const announced = state !== 'none' && state !== 'entered'
  useEffect(() => {
    // If this fails, the ticket above still links to the result.
    if (announced) result.load().catch(() => {})
  }, [announced])
  return (
    <>
      {announced && <Lazy of={result} />}
      <LatestReceipt />
      <Steps />
      <Prizes />
      <LegalLinks />
      <Welcome />
    </>
  )
}

function LatestReceipt() {
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
