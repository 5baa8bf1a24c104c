import { ButtonLink } from './button.tsx'
import { useText } from './use-text.ts'

/** Leads to a person, for example if someone else has sent the customer's number. */
export function ContactLink() {
  const { t } = useText()
  return (
    <ButtonLink small kind="secondary" href="/help">
      {t('action.contact')}
    </ButtonLink>
  )
}
