import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Page } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { DataStep } from './data-step.tsx'
import { type RegisterDraft, readRegisterDraft } from './register-draft.ts'
import { Stepper } from './stepper.tsx'
import { TermsStep } from './terms-step.tsx'

/**
 * Joining the campaign: terms, data; done is said on the home that opens. Each step has its place in the browser's
 * history (`?step=data`), and what is typed outlives a reload of the tab.
 */
export default function Register() {
  const { drafts } = useApp()
  const { t } = useText(accountTexts)
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const came = useHistoryState<{ readonly agreed?: boolean } | null>()
  const [draft, setDraft] = useState(() => readRegisterDraft(drafts.read('register')))
  useEffect(() => drafts.keep('register', draft), [drafts, draft])

  const change = (part: Partial<RegisterDraft>) => setDraft(before => ({ ...before, ...part }))
  // Whoever opens the second step by its address has agreed before, or begins at the first.
  const step = query.get('step') === 'data' && draft.terms && draft.privacy ? 'data' : 'terms'

  function next() {
    query.set('step', 'data')
    navigate(`${path}?${query}`, { state: { agreed: true } })
    window.scrollTo(0, 0)
  }

  function back() {
    if (came?.agreed) return history.back()
    query.delete('step')
    const rest = query.toString()
    navigate(rest === '' ? path : `${path}?${rest}`, { replace: true })
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
