import { useRef, useState } from 'react'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { terms } from '#campaign/terms.th.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { OutdatedNotice } from '#src/ui/agree/outdated-notice.tsx'
import { useShownTexts } from '#src/ui/agree/use-shown-texts.ts'
import { scene } from '#src/ui/art/parts.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/choice.tsx'
import { Form } from '#src/ui/form.tsx'
import { Lazy } from '#src/ui/lazy.tsx'
import { NextFrame } from '#src/ui/next-frame.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { legalDialog } from '#src/ui/overlays.ts'
import { Card } from '#src/ui/page.tsx'
import { focusFirstProblem } from '#src/ui/problems.ts'
import { ProgressWait } from '#src/ui/progress-line.tsx'
import type { LegalText } from '#src/ui/terms-dialogs.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './register.module.css'
import type { RegisterDraft } from './register-draft.ts'

/** Includes the summaries, which are part of the consents, so that the step does not wait for the other texts. */
const texts = { ...accountTexts, ...terms }

export function TermsStep({
  draft,
  onChange,
  onNext,
}: {
  readonly draft: RegisterDraft
  readonly onChange: (part: Partial<RegisterDraft>) => void
  readonly onNext: () => void
}) {
  const { t } = useText(texts)
  const [reading, setReading] = useState<LegalText | null>(null)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const { shown, outdated } = useShownTexts()

  function next() {
    if (draft.terms && draft.privacy) {
      if (outdated) return
      onChange({ shown, changed: false })
      return onNext()
    }
    setChecked(true)
    // Wait until React has rendered the errors.
    setTimeout(() => focusFirstProblem(form.current))
  }

  function read(text: LegalText) {
    setReading(text)
    // If this fails, `loadRest` loads the dialog again, and it opens then.
    legalDialog.load().catch(() => {})
  }

  const more = (text: LegalText, summary: string) => (
    <>
      {summary}{' '}
      <button type="button" className={css.read} onClick={() => read(text)}>
        {t('action.read')}
        <span className="only-read"> {t(`home.${text}`)}</span>
      </button>
    </>
  )

  return (
    <Form form={form} onSubmit={next}>
      <div className={css.welcome}>
        <Lazy of={scene} fallback={<svg width="200" height="190" aria-hidden="true" />} />
        <h2>{t('register.welcome')}</h2>
        <p>{t('register.welcomeText')}</p>
      </div>
      {draft.changed && (
        <Notice live severity="info" title={t('agree.title')}>
          <p>{t('register.changed')}</p>
        </Notice>
      )}
      {outdated && <OutdatedNotice />}
      <NextFrame>
        <Card>
          <Checkbox
            name="consentTerms"
            label={t('register.terms')}
            checked={draft.terms}
            onChange={terms => onChange({ terms })}
            hint={more('terms', t('campaign.termsShort'))}
            error={checked && !draft.terms ? t('rule.consent') : undefined}
          />
          <Checkbox
            name="consentPrivacy"
            label={t('register.privacy')}
            checked={draft.privacy}
            onChange={privacy => onChange({ privacy })}
            hint={more('privacy', t('campaign.privacyShort'))}
            error={checked && !draft.privacy ? t('rule.consent') : undefined}
          />
          <Checkbox
            name="consentMarketing"
            label={t('register.marketing')}
            optional
            checked={draft.marketing !== null}
            onChange={ticked => onChange({ marketing: ticked ? MARKETING_VERSION : null })}
            hint={t('register.marketingText')}
          />
        </Card>
        <Button wide type="submit">
          {t('action.next')}
        </Button>
      </NextFrame>
      {reading && (
        <Lazy of={legalDialog} fallback={<ProgressWait />} text={reading} onClose={() => setReading(null)} />
      )}
    </Form>
  )
}
