import { type ReactNode, useState } from 'react'
import type { ChangedText } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { type Failure, isRefused } from '#src/ports.ts'
import { Button } from '#src/ui/button.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { LegalDialog } from '#src/ui/terms-dialogs.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './agree.module.css'
import { loadNewTexts } from './load-new-texts.ts'
import { OutdatedNotice } from './outdated-notice.tsx'
import { useShownTexts } from './use-shown-texts.ts'

export function AgreeForm({
  changed,
  children,
}: {
  readonly changed: readonly ChangedText[]
  readonly children?: ReactNode
}) {
  const { campaign, customer, outbox, toasts } = useApp()
  const { t } = useText(accountTexts)
  const { shown, outdated } = useShownTexts()
  const [reading, setReading] = useState<ChangedText | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, during] = useBusy()
  const offline = outbox.connection.value === 'unreachable'

  async function agree() {
    const { termsVersion, privacyVersion } = shown
    if (busy || termsVersion === undefined || privacyVersion === undefined) return
    setFailure(null)
    const reply = await during(customer.agree({ ...shown, termsVersion, privacyVersion }))
    const missing =
      !reply.ok && isRefused(reply.failure, 'TERMS_CHANGED') ? await during(loadNewTexts(campaign)) : null
    if (reply.ok) return toasts.show('success', t('agree.thanks'))
    setFailure(missing ?? reply.failure)
  }

  return (
    <div className={css.form}>
      <p>{t('agree.text')}</p>
      <ul className={css.list}>
        {changed.map(text => (
          <li key={text}>
            <Button wide kind="secondary" onClick={() => setReading(text)}>
              {t(`home.${text}`)}
            </Button>
          </li>
        ))}
      </ul>
      <p className="quiet">{t('agree.stillPossible')}</p>
      {failure && <FailureNotice failure={failure} />}
      {outdated ? (
        <OutdatedNotice />
      ) : (
        <Button wide icon="check" busy={busy} disabled={offline} onClick={() => void agree()}>
          {t('agree.yes')}
        </Button>
      )}
      {offline && <p className="quiet">{t('offline.needed')}</p>}
      {children}
      {reading && <LegalDialog text={reading} onClose={() => setReading(null)} />}
    </div>
  )
}
