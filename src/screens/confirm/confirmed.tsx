import type { Reward } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { FailureNotice } from '#src/ui/failure.tsx'
import { InviteButton } from '#src/ui/invite-button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { UseReward } from '#src/ui/use-reward/use-reward.tsx'
import { UsedCode } from '#src/ui/use-reward/used-code.tsx'
import { useText } from '#src/ui/use-text.ts'
import { WriteNotice } from '#src/ui/write-notice.tsx'
import { Parcel } from './parcel.tsx'
import { PrizeTicket } from './prize-ticket.tsx'
import { useDecision } from './use-decision.ts'
import { useDecline } from './use-decline.tsx'

const texts = { ...rewardTexts, ...resultTexts }

export function Confirmed({ draw }: { readonly draw: Reward['luckyDraw'] }) {
  const { rewards, outbox } = useApp()
  const { t, f } = useText(texts)
  const { prize, delivery: sent } = draw
  const delivery = prize?.delivery
  const item = latestValue(rewards.current.value)?.items.find(one => one.rewardType === 'concert')
  // No form is needed once a prize has been handed over at a counter. A seat needs it at the door.
  const isCollected = delivery === 'shipped' || (delivery === 'counter' && sent !== undefined)
  const seat = isCollected ? undefined : item
  const isDone = delivery === undefined || seat?.state === 'used' || sent !== undefined
  const how = isDone ? [] : [t(`result.confirmed.${delivery}Text`)]
  // This phone may still have a queued decision, even if the prize was confirmed on another phone.
  const job = outbox.jobs.value.find(({ route }) => route === 'confirmConcert')
  return (
    <>
      <PrizeTicket
        title={t(delivery === 'seat' ? 'result.confirmed.seat' : 'result.confirmed')}
        prize={prize}
        notes={[
          ...how,
          ...(draw.confirmedAt === null ? [] : [t('confirm.at', { time: f.dateTime(draw.confirmedAt) })]),
        ]}
      />
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
      <InviteButton kind="secondary" />
      {!job && sent === undefined && seat?.state !== 'used' && <GiveUp confirmBy={draw.confirmBy} />}
    </>
  )
}

function GiveUp({ confirmBy }: Pick<Reward['luckyDraw'], 'confirmBy'>) {
  const now = useNow(1000)
  const decision = useDecision()
  const decline = useDecline(decision)
  if (confirmBy === null || now > Date.parse(confirmBy)) return null
  return (
    <>
      {decision.failure && <FailureNotice failure={decision.failure} />}
      {decline.button}
      {decline.dialog}
    </>
  )
}
