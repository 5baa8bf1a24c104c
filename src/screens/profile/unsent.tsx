import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'

export function Unsent() {
  const { outbox } = useApp()
  const { t } = useText(accountTexts)
  const count = outbox.jobs.value.length + outbox.unreadable.value
  return count === 0 ? null : (
    <ButtonLink kind="secondary" icon="clock" href="/outbox">
      {t('profile.outbox', { count })}
    </ButtonLink>
  )
}
