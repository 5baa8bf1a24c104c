import { useState } from 'react'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import type { Customer } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { isRefused } from '#src/ports.ts'
import { Button } from '#src/ui/button.tsx'
import { Toggle } from '#src/ui/choice.tsx'
import { failureText } from '#src/ui/failure.tsx'
import { Card } from '#src/ui/page.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './profile.module.css'

export function Consents({ customer: person }: { readonly customer: Customer }) {
  const { customer, toasts, outbox } = useApp()
  const { t, f } = useText(accountTexts)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [forgetting, during] = useBusy()
  const offline = outbox.connection.value === 'unreachable'

  async function setMarketing(granted: boolean) {
    if (wanted !== null) return
    setWanted(granted)
    const reply = await customer.setMarketing(granted ? MARKETING_VERSION : null)
    setWanted(null)
    if (reply.ok) toasts.show('success', t(granted ? 'profile.marketingOn' : 'profile.marketingOff'))
    else if (isRefused(reply.failure, 'TERMS_CHANGED')) toasts.show('error', t('profile.marketingChanged'))
    else toasts.show('error', failureText(t, reply.failure))
  }

  async function forget() {
    const reply = await during(customer.deletePhoto())
    if (reply.ok) toasts.show('success', t('profile.photoGone'))
    else toasts.show('error', failureText(t, reply.failure))
  }

  return (
    <Card below title={t('profile.consents')}>
      <ul className={css.consents}>
        {person.consents.terms && (
          <li>{t('profile.terms', { date: f.shortDate(person.consents.terms.at) })}</li>
        )}
        {person.consents.privacy && (
          <li>{t('profile.privacy', { date: f.shortDate(person.consents.privacy.at) })}</li>
        )}
      </ul>
      <div>
        <Toggle
          label={t('profile.marketing')}
          checked={wanted ?? person.consents.marketing}
          disabled={offline}
          onChange={granted => void setMarketing(granted)}
        />
        <p className="quiet">{t(offline ? 'offline.needed' : 'register.marketingText')}</p>
      </div>
      {person.linePictureUrl !== null && (
        <div>
          <p className="quiet">{t('profile.photoText')}</p>
          <Button
            kind="quiet"
            icon="trash"
            busy={forgetting}
            disabled={offline}
            onClick={() => void forget()}
          >
            {t('profile.photo')}
          </Button>
        </div>
      )}
    </Card>
  )
}
