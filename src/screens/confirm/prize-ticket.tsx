import { AGE } from '#contract/limits.ts'
import { ageOn, bangkokDay } from '#contract/rules.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { latestValue } from '#src/state/resource.ts'
import { ContactLink } from '#src/ui/contact-link.tsx'
import { PersonalCode } from '#src/ui/personal-code.tsx'
import { Phrases } from '#src/ui/phrases.tsx'
import { PrizePicture } from '#src/ui/result/prize-picture.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './confirm.module.css'
import { TicketFacts } from './ticket-facts.tsx'

/** Shows the registered name, because staff cannot compare a LINE name with an ID card. */
export function PrizeTicket({
  title,
  draw: { prize, ticketNumber },
  notes = [],
  hasCode = false,
  isToBeSent = false,
}: {
  readonly title: string
  /** `prize` is null if the server does not return it. */
  readonly draw: Pick<Reward['luckyDraw'], 'prize' | 'ticketNumber'>
  readonly notes?: readonly string[]
  /** True to show the personal code, which the staff scan before they hand over the prize. */
  readonly hasCode?: boolean
  /** True if the prize is a parcel that is not sent yet. */
  readonly isToBeSent?: boolean
}) {
  const { customer } = useApp()
  const { t } = useText(rewardTexts)
  const person = latestValue(customer.current.value)
  const today = bangkokDay(useNow(60_000))
  const isMinor = person?.birthDate != null && ageOn(person.birthDate, today) < AGE.adult
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ')
  return (
    <section className={css.ticket}>
      <div className={css.top}>
        {!hasCode && <PrizePicture prize={prize} />}
        <h2>
          <Phrases text={title} />
        </h2>
        {name && <p>{name}</p>}
      </div>
      {hasCode && (
        <div className={css.code}>
          <PersonalCode hasNumber />
        </div>
      )}
      {(prize !== null || notes.length > 0) && (
        <div className={css.stub}>
          {prize !== null && <TicketFacts prize={prize} ticketNumber={ticketNumber} />}
          {isMinor && hasCode && <p className={css.note}>{t('ticket.guardian')}</p>}
          {isMinor && isToBeSent && (
            <>
              <p className={css.note}>{t('ticket.guardianParcel')}</p>
              <ContactLink />
            </>
          )}
          {notes.map(note => (
            <p key={note} className={css.note}>
              {note}
            </p>
          ))}
        </div>
      )}
    </section>
  )
}
