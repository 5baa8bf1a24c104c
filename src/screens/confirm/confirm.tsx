import { useEffect } from 'react'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { isPending, latestValue } from '#src/state/resource.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import { Confirmed } from './confirmed.tsx'
import { Won } from './won.tsx'

/** Lets a winner confirm or decline the concert seat, and use it at the venue (spec S1, S2). */
export default function Confirm() {
  const { rewards, session } = useApp()
  const { t, f } = useText(rewardTexts)
  const now = useNow(1000)
  const signedIn = session.customerId.value !== null
  useEffect(() => {
    if (signedIn) void rewards.load()
  }, [signedIn, rewards])
  const resource = rewards.current.value
  const draw = latestValue(resource)?.luckyDraw

  function content() {
    if (!signedIn) return <EmptyState of="ticket" title={t('confirm.signIn')} />
    if (isPending(resource)) return <SkeletonList rows={2} />
    if (resource.state === 'failed' && resource.value === null)
      return <FailureNotice failure={resource.failure} onRetry={() => void rewards.load()} />
    const home = <ButtonLink href="/">{t('action.home')}</ButtonLink>
    const late = (
      <EmptyState of="ticket" title={t('confirm.late')} text={t('confirm.lateText')} action={home} />
    )
    switch (draw?.state) {
      case 'won':
        return draw.confirmBy !== null && now > Date.parse(draw.confirmBy) ? late : <Won draw={draw} />
      case 'confirmed':
        return <Confirmed draw={draw} />
      case 'declined':
        return (
          <EmptyState
            of="ticket"
            title={t('confirm.declined')}
            text={t('confirm.declinedText')}
            action={home}
          />
        )
      case 'expired':
        return late
      case 'reserve':
        return (
          <EmptyState
            of="ticket"
            title={t('confirm.reserve')}
            text={t('confirm.reserveText')}
            action={home}
          />
        )
      case 'entered':
        return (
          <EmptyState
            of="ticket"
            title={t('confirm.waitTitle')}
            {...(draw.announceAt === null
              ? {}
              : { text: t('confirm.waitText', { time: f.dateTime(draw.announceAt) }) })}
            action={<ButtonLink href="/watingAnouncer">{t('wait.title')}</ButtonLink>}
          />
        )
      default:
        return <EmptyState of="ticket" title={t('confirm.none')} text={t('confirm.noneText')} action={home} />
    }
  }

  return <Page title={t('confirm.title')}>{content()}</Page>
}
