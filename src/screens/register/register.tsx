import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { DataStep } from './data-step.tsx'
import css from './register.module.css'
import { type RegisterDraft, readRegisterDraft } from './register-draft.ts'
import { TermsStep } from './terms-step.tsx'

/** The data step has its own history entry (`?step=data`). Typed data survives a reload of the tab. */
export function Register() {
  const { drafts } = useApp()
  const { t } = useText(accountTexts)
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const historyState = useHistoryState<{ readonly agreed?: boolean } | null>()
  const [draft, setDraft] = useState(() => readRegisterDraft(drafts.read('register')))
  useEffect(() => drafts.write('register', draft), [drafts, draft])

  const change = (part: Partial<RegisterDraft>) => setDraft(before => ({ ...before, ...part }))
  // Show the data step only after both consents, even if the customer opens its URL directly.
  const step =
    query.get('step') === 'data' && draft.terms && draft.privacy && draft.shown !== null ? 'data' : 'terms'

  function next() {
    query.set('step', 'data')
    navigate(`${path}?${query}`, { state: { agreed: true } })
    window.scrollTo(0, 0)
  }

  function back() {
    if (historyState?.agreed) return history.back()
    query.set('step', 'terms')
    navigate(`${path}?${query}`, { replace: true })
  }

  return (
    <Page key={step} title={t('register.title')} back={null}>
      <Stepper step={step === 'terms' ? 1 : 2} />
      {step === 'terms' ? (
        <TermsStep draft={draft} onChange={change} onNext={next} />
      ) : (
        <DataStep draft={draft} onChange={change} onBack={back} />
      )}
    </Page>
  )
}

const names = ['register.step1', 'register.step2', 'register.step3'] as const

function Stepper({ step }: { step: 1 | 2 | 3 }) {
  const { t } = useText(accountTexts)
  return (
    <div>
      <p className="only-read" role="status">
        {t('register.steps', { step })}
      </p>
      <ol className={css.stepper}>
        {names.map((name, index) => (
          <li
            key={name}
            className={index + 1 < step ? css.past : index + 1 === step ? css.now : undefined}
            aria-current={index + 1 === step ? 'step' : undefined}
          >
            <span>{index + 1 < step || step === 3 ? <Icon name="check" size={16} /> : index + 1}</span>
            {t(name)}
          </li>
        ))}
      </ol>
    </div>
  )
}
