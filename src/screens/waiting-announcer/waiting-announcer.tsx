import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import type { Answer } from '#contract/calls.ts'
import type { DrawState } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import type { Failure } from '#src/ports.ts'
import { isPending, latestValue } from '#src/state/resource.ts'
import { TicketPrize } from '#src/ui/art/prizes.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Countdown } from '#src/ui/countdown.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card, Page } from '#src/ui/page.tsx'
import { MyResult } from '#src/ui/result/my-result.tsx'
import resultCss from '#src/ui/result/result.module.css'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoad, useLoaded } from '#src/ui/use-load.ts'
import { usePolling } from '#src/ui/use-polling.ts'
import { useText } from '#src/ui/use-text.ts'
import { Proof } from './proof.tsx'
import css from './waiting-announcer.module.css'
import { Witness } from './witness.tsx'

export default function WaitingAnnouncer() {
  const { campaign, draws, rewards, session } = useApp()
  const { t } = useText(rewardTexts)
  const [draw, setDraw] = useState<Answer<'draw'> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const resource = campaign.current.value
  const activity = latestValue(resource)
  const drawId = activity?.features.drawId ?? null
  const signedIn = session.customerId.value !== null
  useLoaded(campaign)
  const loadReward = useCallback(async () => {
    if (signedIn) await rewards.load()
  }, [signedIn, rewards])
  const reloadReward = useLoad(loadReward)
  const loadDraw = useCallback(
    async (isCurrent: () => boolean) => {
      if (drawId === null) return
      const reply = await draws.get(drawId)
      if (!isCurrent()) return
      setFailure(reply.ok ? null : reply.failure)
      if (reply.ok) setDraw(reply.value)
    },
    [draws, drawId],
  )
  const reloadDraw = useLoad(loadDraw)

  const announced = (draw?.winners.length ?? 0) > 0
  const reloadAll = () => {
    void campaign.load()
    reloadReward()
    reloadDraw()
  }
  usePolling(() => {
    const due = activity !== null && campaign.serverNow() >= Date.parse(activity.announceAt)
    if (due && !announced) reloadAll()
  })
  return (
    <Page title={announced ? t('wait.winners') : t('wait.title')}>
      {isPending(resource) && <SkeletonList rows={2} />}
      {resource.state === 'failed' && activity === null && (
        <FailureNotice failure={resource.failure} onRetry={() => void campaign.load()} />
      )}
      {activity !== null && !announced && (
        <Announcement
          at={Date.parse(activity.announceAt)}
          entries={draw?.entriesCount ?? null}
          onEnd={reloadAll}
        />
      )}
      <MyResult />
      {draw !== null && announced && <Winners winners={draw.winners} />}
      {failure !== null && <FailureNotice failure={failure} onRetry={reloadAll} />}
      {draw !== null && <Witness draw={draw} />}
      {draw !== null && <Proof draw={draw} />}
    </Page>
  )
}

/** `at` is in milliseconds since 1970. */
function Announcement({
  at,
  entries,
  onEnd,
}: {
  readonly at: number
  readonly entries: number | null
  readonly onEnd: () => void
}) {
  const { campaign, rewards } = useApp()
  const { t, f } = useText(rewardTexts)
  const ownEntries = latestValue(rewards.current.value)?.rights.total ?? 0
  return (
    <section className={resultCss.stage}>
      <TicketPrize />
      <p className={resultCss.title}>{t('wait.when', { date: f.date(at), time: f.time(at) })}</p>
      {campaign.serverNow() < at ? (
        <>
          <p>{t('wait.countdown')}</p>
          <Countdown large until={at} onEnd={onEnd} />
        </>
      ) : (
        <p role="status">{t('wait.soon')}</p>
      )}
      {ownEntries > 0 && (
        <Link href="/entries" className={css.mine}>
          {t('wait.mine', { count: f.number(ownEntries) })} · {t('wait.good')}
          <Icon name="forward" size={16} />
        </Link>
      )}
      {entries !== null && <p>{t('wait.entries', { count: f.number(entries) })}</p>}
    </section>
  )
}

const listed: readonly DrawState[] = ['won', 'confirmed', 'declined', 'expired']

function Winners({ winners }: { readonly winners: Answer<'draw'>['winners'] }) {
  const { rewards } = useApp()
  const { t } = useText(rewardTexts)
  const own = latestValue(rewards.current.value)?.luckyDraw
  const ownRank = own !== undefined && listed.includes(own.state) ? own.rank : null
  return (
    <Card>
      <ol className={css.winners}>
        {winners.map((winner, index) => (
          <li key={winner.ticketNo} className={classNames(winner.rank === ownRank && css.own)}>
            <span className={css.place}>{index + 1}</span>
            <div>
              <b>{winner.name}</b>
              {winner.rank === ownRank && <span className={css.you}>{t('wait.you')}</span>}
              <p className={css.hash}>{t('wait.ticket', { ticket: winner.number ?? winner.ticketNo })}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
