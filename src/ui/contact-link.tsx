import { ButtonLink } from './button.tsx'
import { useText } from './use-text.ts'

/** Links to the organiser's contacts, for example if the customer's number is taken. */
export function ContactLink() {
  const { t } = useText()
  return (
    <ButtonLink small kind="secondary" href="/help">
      {t('action.contact')}
    </ButtonLink>
  )
}
