import { useEffect, useState } from 'react'
import type { Answer } from '#contract/routes.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import type { Failure } from '#src/ports.ts'
import { known, pending } from '#src/state/resource.ts'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import { Announcement } from './announcement.tsx'
import { MyResult } from './my-result.tsx'
import { Proof } from './proof.tsx'
import { Winners } from './winners.tsx'

/** Waiting for the draw: when it is announced, the proof that was locked before it, and the winners after it (S2). */
export default function WaitingAnnouncer() {
  const { campaign, draws, rewards, session } = useApp()
  const { t } = useText(rewardTexts)
  const [draw, setDraw] = useState<Answer<'draw'> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [tries, setTries] = useState(0)
  const resource = campaign.current.value
  const activity = known(resource)
  const drawId = activity?.features.drawId ?? null
  const signedIn = session.customerId.value !== null
  useEffect(() => {
    void campaign.load()
  }, [campaign])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads again.
  useEffect(() => {
    if (signedIn) void rewards.load()
  }, [signedIn, rewards, tries])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try reads again.
  useEffect(() => {
    if (drawId === null) return
    let gone = false
    void draws.get(drawId).then(reply => {
      if (gone) return
      setFailure(reply.ok ? null : reply.failure)
      if (reply.ok) setDraw(reply.value)
    })
    return () => {
      gone = true
    }
  }, [draws, drawId, tries])

  const announced = (draw?.winners.length ?? 0) > 0
  const again = () => setTries(tries + 1)
  return (
    <Page title={announced ? t('wait.winners') : t('wait.title')}>
      {pending(resource) && <SkeletonList rows={2} />}
      {resource.state === 'failed' && activity === null && (
        <FailureNotice failure={resource.failure} onRetry={() => void campaign.load()} />
      )}
      {activity !== null && !announced && (
        <Announcement
          at={Date.parse(activity.announceAt)}
          entries={draw?.entriesCount ?? null}
          onEnd={again}
        />
      )}
      <MyResult />
      {draw !== null && announced && <Winners winners={draw.winners} />}
      {failure !== null && <FailureNotice failure={failure} onRetry={again} />}
      {draw !== null && <Proof draw={draw} />}
    </Page>
  )
}
