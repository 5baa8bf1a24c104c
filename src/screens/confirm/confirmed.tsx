import type { Reward } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { UseReward } from '#src/ui/use-reward/use-reward.tsx'
import { UsedCode } from '#src/ui/use-reward/used-code.tsx'
import { useText } from '#src/ui/use-text.ts'
import { SeatTicket } from './seat-ticket.tsx'

/** Shows a confirmed seat, with the form that staff at the venue use to mark the seat as used. */
export function Confirmed({ draw }: { readonly draw: Reward['luckyDraw'] }) {
  const { rewards } = useApp()
  const { t, f } = useText(rewardTexts)
  const seat = latestValue(rewards.current.value)?.items.find(item => item.rewardType === 'concert')
  return (
    <>
      <SeatTicket
        title={t('confirm.confirmed')}
        {...(draw.confirmedAt === null
          ? {}
          : { note: t('confirm.at', { time: f.dateTime(draw.confirmedAt) }) })}
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
    </>
  )
}
