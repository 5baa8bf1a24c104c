import { useCallback, useEffect, useState } from 'react'
import type { Answer } from '#contract/calls.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import type { Failure } from '#src/ports.ts'
import { isPending, latestValue } from '#src/state/resource.ts'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Page } from '#src/ui/page.tsx'
import { MyResult } from '#src/ui/result/my-result.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoad } from '#src/ui/use-load.ts'
import { usePolling } from '#src/ui/use-polling.ts'
import { useText } from '#src/ui/use-text.ts'
import { Announcement } from './announcement.tsx'
import { Proof } from './proof.tsx'
import { Winners } from './winners.tsx'
import { Witness } from './witness.tsx'

/** Shows the announcement date and the draw's published commitment, and the winners after the draw (spec S2). */
export default function WaitingAnnouncer() {
  const { campaign, draws, rewards, session } = useApp()
  const { t } = useText(rewardTexts)
  const [draw, setDraw] = useState<Answer<'draw'> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const resource = campaign.current.value
  const activity = latestValue(resource)
  const drawId = activity?.features.drawId ?? null
  const signedIn = session.customerId.value !== null
  useEffect(() => {
    void campaign.load()
  }, [campaign])
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
