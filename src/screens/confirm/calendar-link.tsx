import type { LuckyPrize } from '#contract/schema/reward.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { Button, ButtonAway } from '#src/ui/button.tsx'
import { useOpenOutside } from '#src/ui/use-open-outside.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './confirm.module.css'

/** The server sends the calendar file, because LINE's browser cannot download a file that the page creates. */
export function CalendarLink({ prize }: { readonly prize: LuckyPrize }) {
  const { outbox } = useApp()
  const { t, lang } = useText(rewardTexts)
  const openOutside = useOpenOutside()
  if (outbox.connection.value === 'unreachable')
    return (
      <div>
        <Button wide kind="secondary" disabled>
          {t('ticket.calendar')}
        </Button>
        <p className={css.asOf}>{t('offline.needed')}</p>
      </div>
    )
  return (
    <ButtonAway
      wide
      kind="secondary"
      href={`/api/prize/${prize.key}/calendar?lang=${lang}`}
      onClick={openOutside}
    >
      {t('ticket.calendar')}
    </ButtonAway>
  )
}
