import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { TicketPrize } from '#src/ui/art/prizes.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './confirm.module.css'

/** Picture of the concert ticket with the customer's name. */
export function SeatTicket({ title, note }: { readonly title: string; readonly note?: string }) {
  const { customer, session } = useApp()
  const { t } = useText(rewardTexts)
  const person = latestValue(customer.current.value)
  const name =
    [person?.firstName, person?.lastName].filter(Boolean).join(' ') || session.profile.value?.displayName
  return (
    <section className={css.ticket}>
      <div className={css.top}>
        <TicketPrize />
        <h2>{title}</h2>
        {name && <p>{name}</p>}
      </div>
      <dl className={css.stub}>
        <dt>{t('confirm.seat')}</dt>
        <dd>{t('campaign.seat')}</dd>
        {note !== undefined && <dd className={css.note}>{note}</dd>}
      </dl>
    </section>
  )
}
