import { useCallback, useEffect, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { isAnnounced } from '#src/domain/draw-result.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { latestValue } from '#src/state/resource.ts'
import { Confetti } from '#src/ui/art/confetti.tsx'
import { Scene } from '#src/ui/art/scene.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { InviteButton } from '#src/ui/invite-button.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { PrizePicture } from '#src/ui/result/prize-picture.tsx'
import resultCss from '#src/ui/result/result.module.css'
import { type ResultView, resultView } from '#src/ui/result/result-view.ts'
import { SignInBox } from '#src/ui/result/sign-in-box.tsx'
import { type KnownResult, useDrawResult } from '#src/ui/result/use-draw-result.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { Tooltip } from '#src/ui/tooltip.tsx'
import { useLoad } from '#src/ui/use-load.ts'
import { usePolling } from '#src/ui/use-polling.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './end-campaign.module.css'
import { Ended } from './ended.tsx'

type Known = KnownResult & { readonly state: 'known' }

/** Links to the winners once they are public. */
export default function EndCampaign() {
  const { campaign, session } = useApp()
  const { t, f, lang } = useText(resultTexts)
  const shown = useDrawResult(1000)
  const known = shown.state === 'known' ? shown : null
  const own = known !== null && isAnnounced(known.result)
  const draw = useAnnouncedDraw(own)
  const reopened = campaign.state.value === 'open' && session.phase.value.kind === 'ended'
  useEffect(() => {
    // The organiser has reopened the campaign or moved its end.
    if (reopened) session.retry()
  }, [reopened, session])
  if (!own || known === null)
    return (
      <Ended announced={draw} actions={<Links announced={draw} />}>
        <Status shown={shown} />
      </Ended>
    )
  const view = resultView(known.result, { ...known, t, f, lang })
  return (
    <MessagePage
      picture={<Picture known={known} />}
      title={view.title}
      actions={<Links announced view={view} known={known} />}
    >
      {known.result.kind === 'won' && !known.decided && <Confetti />}
      {view.lines.map(line => (
        <Lead key={line}>{line}</Lead>
      ))}
      {view.until !== null && (
        <div className={resultCss.count}>
          <p className={css.left}>{t('result.left')}</p>
          <Countdown large until={view.until} />
        </div>
      )}
      {known.result.kind === 'reserve' && (
        <p>
          {t('result.reserveWhat')} <Tooltip label={t('result.reserveWhat')} text={t('result.reserveHelp')} />
        </p>
      )}
      <AsOf known={known} />
      <p className="quiet">{t('end.title')}</p>
    </MessagePage>
  )
}

function Picture({ known: { result } }: { readonly known: Known }) {
  if (result.kind !== 'won' && (result.kind !== 'confirmed' || result.over)) return <Scene asleep />
  return (
    <span className={resultCss.prize}>
      <PrizePicture prize={result.prize} />
    </span>
  )
}

function AsOf({ known: { stale, at } }: { readonly known: Known }) {
  const { t, f } = useText(resultTexts)
  if (!stale || at === null) return null
  return <p className="quiet">{t('result.asOf', { time: f.dateTime(at) })}</p>
}

/** Before the announcement, shows the customer's number of entries, or the progress of the sign-in that loads it. */
function Status({ shown }: { readonly shown: KnownResult }) {
  const { t, f, lang } = useText(resultTexts)
  switch (shown.state) {
    case 'signed-out':
      return <SignInBox />
    case 'loading':
      return <Spinner />
    case 'failed':
      return <FailureNotice failure={shown.failure} onRetry={shown.retry} />
  }
  const { result, rights } = shown
  if (result.kind === 'none') {
    const view = resultView(result, { ...shown, t, f, lang })
    return <Lead>{view.title}</Lead>
  }
  return (
    <>
      {rights !== null && (
        <p className={resultCss.entries}>
          {t('result.entries', { count: f.number(rights.total) })}{' '}
          <Tooltip label={t('result.entriesWhat')} text={t('result.entriesHelp')} />
          {rights.pending > 0 && (
            <small>{t('home.entriesPending', { count: f.number(rights.pending) })}</small>
          )}
        </p>
      )}
      <AsOf known={shown} />
    </>
  )
}

function Links({
  announced,
  view,
  known,
}: {
  readonly announced: boolean
  readonly view?: ResultView
  readonly known?: Known
}) {
  const { campaign, session, receipts } = useApp()
  const { t } = useText()
  const link = view?.link ?? null
  const isSealed = (latestValue(campaign.current.value)?.drawSeal ?? null) !== null
  return (
    <>
      {link !== null && (
        <ButtonLink wide href={link.href} icon={link.icon}>
          {link.text}
        </ButtonLink>
      )}
      {announced && (
        <ButtonLink wide kind={link === null ? 'primary' : 'secondary'} href="/watingAnouncer" icon="gift">
          {t('end.results')}
        </ButtonLink>
      )}
      {!announced && isSealed && (
        <ButtonLink wide kind="secondary" href="/watingAnouncer" icon="check">
          {t('end.check')}
        </ButtonLink>
      )}
      {session.customerId.value !== null && receipts.offered.value && (
        <ButtonLink wide kind="secondary" href="/receiptHistory" icon="history">
          {t('end.receipts')}
        </ButtonLink>
      )}
      {known?.result.kind === 'confirmed' && !known.result.over && <InviteButton />}
      <ButtonLink wide kind="secondary" href="/help" icon="store">
        {t('help.title')}
      </ButtonLink>
    </>
  )
}

/**
 * Returns true once the winners are public, which they are if the customer's own result is `known`. Reloads the draw
 * every 30 seconds once the announcement is due.
 */
function useAnnouncedDraw(known: boolean): boolean {
  const { campaign, draws } = useApp()
  const [announced, setAnnounced] = useState(false)
  const activity = latestValue(campaign.current.value)
  const drawId = activity?.features.drawId ?? null
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      if (drawId === null || known) return
      const reply = await draws.get(drawId)
      if (isCurrent() && reply.ok) setAnnounced(reply.value.winners.length > 0)
    },
    [draws, drawId, known],
  )
  const reload = useLoad(load)
  usePolling(() => {
    if (activity === null || campaign.serverNow() < Date.parse(activity.announceAt)) return
    // The organiser may have changed the dates or reopened the campaign.
    void campaign.poll()
    if (!known && !announced) reload()
  })
  return known || announced
}
