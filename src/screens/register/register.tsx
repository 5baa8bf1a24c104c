import { useEffect, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Page } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { DataStep } from './data-step.tsx'
import { type RegisterDraft, readRegisterDraft } from './register-draft.ts'
import { Stepper } from './stepper.tsx'
import { TermsStep } from './terms-step.tsx'

/** Joining the campaign: terms, data; done is said on the home that opens. What is typed outlives a reload of the tab. */
export default function Register() {
  const { drafts } = useApp()
  const { t } = useText(accountTexts)
  const [step, setStep] = useState<'terms' | 'data'>('terms')
  const [draft, setDraft] = useState(() => readRegisterDraft(drafts.read('register')))
  useEffect(() => drafts.keep('register', draft), [drafts, draft])

  const change = (part: Partial<RegisterDraft>) => setDraft(before => ({ ...before, ...part }))
  const go = (next: 'terms' | 'data') => {
    setStep(next)
    window.scrollTo(0, 0)
  }

  return (
    <Page title={t('register.title')} back={null}>
      <Stepper step={step === 'terms' ? 1 : 2} />
      {step === 'terms' ? (
        <TermsStep draft={draft} onChange={change} onNext={() => go('data')} />
      ) : (
        <DataStep draft={draft} onChange={change} onBack={() => go('terms')} />
      )}
    </Page>
  )
}
