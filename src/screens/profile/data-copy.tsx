import { useState } from 'react'
import type { Answer } from '#contract/calls.ts'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Button, ButtonAway } from '#src/ui/button.tsx'
import { failureText } from '#src/ui/failure.tsx'
import { Card } from '#src/ui/page.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useNow } from '#src/ui/use-now.ts'
import { useOpenOutside } from '#src/ui/use-open-outside.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './profile.module.css'

/** How often to check whether the link has expired. */
const CHECK_MS = 5000

/** One button requests the link and another opens it: browsers block windows that open after a response. */
export function DataCopy() {
  const { customer, toasts, outbox } = useApp()
  const openOutside = useOpenOutside()
  const { t, f } = useText(accountTexts)
  const now = useNow(CHECK_MS)
  const [link, setLink] = useState<Answer<'createExport'> | null>(null)
  const [busy, during] = useBusy()
  const offline = outbox.connection.value === 'unreachable'

  async function ask() {
    const reply = await during(customer.askForCopy())
    if (reply.ok) setLink(reply.value)
    else toasts.show('error', failureText(t, reply.failure))
  }

  return (
    <Card below title={t('profile.copy')}>
      <p className="quiet">{t('profile.copyText')}</p>
      {outbox.waiting.value + outbox.attention.value > 0 && (
        <p className="quiet">{t('profile.copyUnsent')}</p>
      )}
      {link !== null && now < Date.parse(link.expiresAt) ? (
        <div role="status" className={css.leave}>
          <ButtonAway wide kind="secondary" href={link.path} onClick={openOutside}>
            {t('profile.copyOpen')}
          </ButtonAway>
          <p className="quiet">{t('profile.copyUntil', { time: f.time(link.expiresAt) })}</p>
        </div>
      ) : (
        <>
          <Button wide kind="secondary" busy={busy} disabled={offline} onClick={() => void ask()}>
            {t('profile.copyAsk')}
          </Button>
          {offline && <p className="quiet">{t('offline.needed')}</p>}
        </>
      )}
    </Card>
  )
}
