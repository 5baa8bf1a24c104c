import type { LuckyPrize } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { latestValue } from '#src/state/resource.ts'
import { Phrases } from '#src/ui/phrases.tsx'
import { PrizePicture } from '#src/ui/result/prize-picture.tsx'
import { prizeName } from '#src/ui/result/result-view.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './confirm.module.css'

export function PrizeTicket({
  title,
  prize,
  notes = [],
}: {
  readonly title: string
  /** Null if the server does not return the prize. */
  readonly prize: LuckyPrize | null
  readonly notes?: readonly string[]
}) {
  const { customer, session } = useApp()
  const { t, lang } = useText(resultTexts)
  const person = latestValue(customer.current.value)
  const name =
    [person?.firstName, person?.lastName].filter(Boolean).join(' ') || session.profile.value?.displayName
  return (
    <section className={css.ticket}>
      <div className={css.top}>
        <PrizePicture prize={prize} />
        <h2>
          <Phrases text={title} />
        </h2>
        {name && <p>{name}</p>}
      </div>
      {(prize !== null || notes.length > 0) && (
        <dl className={css.stub}>
          {prize !== null && (
            <>
              <dt>{t('result.mine')}</dt>
              <dd>{prizeName(prize, lang)}</dd>
            </>
          )}
          {notes.map(note => (
            <dd key={note} className={css.note}>
              {note}
            </dd>
          ))}
        </dl>
      )}
    </section>
  )
}
