import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { useText } from './use-text.ts'

/** Shown instead of a screen whose API calls the campaign's server does not support. */
export function NotOffered() {
  const { t } = useText()
  return (
    <EmptyState title={t('fail.missing')} action={<ButtonLink href="/">{t('action.home')}</ButtonLink>} />
  )
}
