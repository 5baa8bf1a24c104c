import type { Reward } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { InviteButton } from '#src/ui/invite-button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { UseReward } from '#src/ui/use-reward/use-reward.tsx'
import { UsedCode } from '#src/ui/use-reward/used-code.tsx'
import { useText } from '#src/ui/use-text.ts'
import { PrizeTicket } from './prize-ticket.tsx'

const texts = { ...rewardTexts, ...resultTexts }

/**
 * Shows a confirmed prize and how the winner gets it. For a seat or a prize at a counter, with the form that staff use to
 * mark it as used.
 */
export function Confirmed({ draw }: { readonly draw: Reward['luckyDraw'] }) {
  const { rewards } = useApp()
  const { t, f } = useText(texts)
  const { prize } = draw
  const delivery = prize?.delivery
  const item = latestValue(rewards.current.value)?.items.find(one => one.rewardType === 'concert')
  const seat = delivery === 'shipped' ? undefined : item
  const how = delivery === undefined || seat?.state === 'used' ? [] : [t(`result.confirmed.${delivery}Text`)]
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
    </>
  )
}
