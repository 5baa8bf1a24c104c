import type { Reward } from '#contract/schema/reward.ts'
import { momentOf } from '#contract/time.ts'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { InviteButton } from '#src/ui/invite-button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { confirmedTexts } from '#src/ui/result/result-view.ts'
import { useNow } from '#src/ui/use-now.ts'
import { UseReward } from '#src/ui/use-reward/use-reward.tsx'
import { UsedCode } from '#src/ui/use-reward/used-code.tsx'
import { useText } from '#src/ui/use-text.ts'
import { WriteNotice } from '#src/ui/write-notice.tsx'
import { CalendarLink } from './calendar-link.tsx'
import { Cancelled } from './cancelled.tsx'
import { DeclineLink, DeclineStep } from './decline-step.tsx'
import { Parcel } from './parcel.tsx'
import { PrizeTicket } from './prize-ticket.tsx'
import { useDecision } from './use-decision.ts'

const texts = { ...rewardTexts, ...resultTexts }

export function Confirmed({
  draw,
  isDeclining,
}: {
  readonly draw: Reward['luckyDraw']
  readonly isDeclining: boolean
}) {
  const { rewards, outbox } = useApp()
  const { t, f } = useText(texts)
  const now = useNow(1000)
  const decision = useDecision()
  const { prize, delivery: sent, confirmBy, confirmedAt } = draw
  const delivery = prize?.delivery
  const { title, cancelled } = confirmedTexts(prize, { t, now })
  const item = latestValue(rewards.current.value)?.items.find(one => one.rewardType === 'concert')
  // No form is needed once a prize has been handed over at a counter. For a seat, the form is used at the door.
  const isCollected = delivery === 'shipped' || (delivery === 'counter' && sent !== undefined)
  const seat = isCollected || cancelled !== null ? undefined : item
  const isDone = delivery === undefined || seat?.state === 'used' || sent !== undefined
  const how = isDone || cancelled !== null ? [] : [t(`result.confirmed.${delivery}Text`)]
  // This phone may still have a queued decision, even if the prize was confirmed on another phone.
  const job = outbox.jobs.value.find(({ route }) => route === 'confirmConcert')
  const canDecline =
    !job && sent === undefined && seat?.state !== 'used' && confirmBy !== null && now <= Date.parse(confirmBy)
  if (isDeclining && (canDecline || decision.busy === 'decline'))
    return <DeclineStep prize={prize} {...decision} />
  return (
    <>
      <PrizeTicket
        title={seat?.state === 'used' ? t('result.confirmed') : title}
        draw={draw}
        isToBeSent={delivery === 'shipped' && sent === undefined}
        hasCode={!isDone && delivery !== 'shipped' && cancelled === null}
        notes={[
          ...how,
          ...(confirmedAt === null ? [] : [t('confirm.at', { time: f.dateTime(confirmedAt) })]),
        ]}
      />
      {cancelled !== null && <Cancelled isTitled={false} />}
      {prize?.event && cancelled === null && now < momentOf(prize.event.startsAt) && (
        <CalendarLink prize={prize} />
      )}
      {job && <WriteNotice job={job} />}
      {sent && <Parcel sent={sent} />}
      {seat?.state === 'available' && (
        <Card title={t('confirm.atDoor')}>
          <UseReward item={seat} />
        </Card>
      )}
      {seat?.state === 'used' && (
        <Card>
          <UsedCode item={seat} />
        </Card>
      )}
      {seat?.state === 'locked' && seat.opensAt !== null && (
        <Notice severity="info" title={t('confirm.opens', { time: f.dateTime(seat.opensAt) })} />
      )}
      {cancelled === null && <InviteButton kind="secondary" />}
      {canDecline && <DeclineLink />}
    </>
  )
}
