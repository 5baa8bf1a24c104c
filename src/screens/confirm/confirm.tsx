import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Card, Page } from '#src/ui/page.tsx'
import { resultView } from '#src/ui/result/result-view.ts'
import { SignInBox } from '#src/ui/result/sign-in-box.tsx'
import { type KnownResult, useDrawResult } from '#src/ui/result/use-draw-result.ts'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './confirm.module.css'
import { Confirmed } from './confirmed.tsx'
import { Won } from './won.tsx'

const texts = { ...rewardTexts, ...resultTexts }

export default function Confirm() {
  const { session, customer } = useApp()
  const { t } = useText(texts)
  const customerId = session.customerId.value
  // The sign-in after the campaign's end does not load the customer, whose name is on the ticket.
  useEffect(() => {
    if (customerId !== null) void customer.load()
  }, [customerId, customer])
  const shown = useDrawResult(1000)
  const isDeclining = new URLSearchParams(useSearch()).has('decline')
  function content() {
    switch (shown.state) {
      case 'signed-out':
        return session.phase.value.kind === 'ended' ? (
          <Card className={css.signIn}>
            <SignInBox />
          </Card>
        ) : (
          <EmptyState of="ticket" title={t('confirm.signIn')} />
        )
      case 'loading':
        return <SkeletonList rows={2} />
      case 'failed':
        return <FailureNotice failure={shown.failure} onRetry={shown.retry} />
      default:
        return <Known shown={shown} isDeclining={isDeclining} />
    }
  }
  return (
    <Page title={t('confirm.title')} back={isDeclining ? '/confirm' : '/'}>
      {content()}
    </Page>
  )
}

function Known({
  shown,
  isDeclining,
}: {
  readonly shown: KnownResult & { readonly state: 'known' }
  readonly isDeclining: boolean
}) {
  const { rewards } = useApp()
  const { t, f, lang } = useText(texts)
  const { result, stale, at } = shown
  const draw = latestValue(rewards.current.value)?.luckyDraw
  const asOf = stale && at !== null && (
    <p className={css.asOf}>{t('result.asOf', { time: f.dateTime(at) })}</p>
  )
  if (draw !== undefined && result.kind === 'won')
    return (
      <>
        <Won draw={draw} isDeclining={isDeclining} />
        {asOf}
      </>
    )
  if (draw !== undefined && result.kind === 'confirmed' && !result.over)
    return (
      <>
        <Confirmed draw={draw} isDeclining={isDeclining} />
        {asOf}
      </>
    )
  const view = resultView(result, { ...shown, t, f, lang })
  return (
    <>
      <EmptyState
        of="ticket"
        title={view.title}
        text={view.lines.join(' ')}
        action={
          view.link === null ? (
            <ButtonLink href="/">{t('action.home')}</ButtonLink>
          ) : (
            <ButtonLink href={view.link.href} icon={view.link.icon}>
              {view.link.text}
            </ButtonLink>
          )
        }
      />
      {asOf}
    </>
  )
}
