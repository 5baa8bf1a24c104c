import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { useText } from './use-text.ts'

/** Shown instead of a screen whose calls the campaign's server lacks. */
export function NotOffered() {
  const { t } = useText()
  return (
    <EmptyState title={t('fail.missing')} action={<ButtonLink href="/">{t('action.home')}</ButtonLink>} />
  )
}
