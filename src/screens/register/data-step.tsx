import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ageVerdict, bangkokDay } from '#contract/rules.ts'
import type { CustomerField } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { type Failure, isRefused } from '#src/ports.ts'
import { safePath } from '#src/startup/launch.ts'
import { loadNewTexts } from '#src/ui/agree/load-new-texts.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/choice.tsx'
import { ContactLink } from '#src/ui/contact-link.tsx'
import {
  ageOf,
  checkPerson,
  personFieldNames,
  registrationFields,
} from '#src/ui/customer-form/customer-draft.ts'
import { PersonFields } from '#src/ui/customer-form/person-fields.tsx'
import { useFieldErrors } from '#src/ui/customer-form/use-field-errors.ts'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Form, FormProblems, useProblems } from '#src/ui/form.tsx'
import { NextFrame } from '#src/ui/next-frame.tsx'
import { Card } from '#src/ui/page.tsx'
import { type Problems, refusedFields } from '#src/ui/problems.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './register.module.css'
import type { RegisterDraft } from './register-draft.ts'

type Field = CustomerField | 'guardianConsent'

export function DataStep({
  draft,
  onChange,
  onBack,
}: {
  readonly draft: RegisterDraft
  readonly onChange: (part: Partial<RegisterDraft>) => void
  readonly onBack: () => void
}) {
  const { session, campaign, drafts, toasts } = useApp()
  const [, navigate] = useLocation()
  const destination = safePath(new URLSearchParams(useSearch()).get('redirect')) ?? '/'
  const { t } = useText(accountTexts)
  const { form, problems, fail, clear } = useProblems<Field>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const { errorOf, minAge } = useFieldErrors(problems)
  const today = bangkokDay(campaign.serverNow())
  const age = ageOf(draft.customer, today)
  const minor = age !== null && ageVerdict(age, minAge) === 'minor'

  async function submit() {
    if (busy) return
    setFailure(null)
    const found: Problems<Field> = {
      ...checkPerson(draft.customer, { today, minAge }),
      ...(minor && !draft.guardian ? { guardianConsent: 'guardian' } : {}),
    }
    if (Object.keys(found).length > 0) return fail(found)
    setBusy(true)
    // Save this before registering, because home opens with the welcome dialog as soon as the session is ready.
    if (destination === '/') drafts.write('welcome', draft.customer.firstName)
    const reply = await session.register({
      ...(registrationFields(draft.customer) as Parameters<typeof session.register>[0]),
      ...draft.shown,
      consentTerms: 'true',
      consentPrivacy: 'true',
      ...(draft.marketing === null
        ? { consentMarketing: 'false' }
        : { consentMarketing: 'true', marketingVersion: draft.marketing }),
      ...(minor ? { guardianConsent: 'true' } : {}),
    })
    const isChanged = !reply.ok && isRefused(reply.failure, 'TERMS_CHANGED')
    const missing = isChanged ? await loadNewTexts(campaign) : null
    setBusy(false)
    if (reply.ok) {
      drafts.write('register', null)
      if (destination !== '/') toasts.show('success', t('register.doneTitle'))
      return navigate(destination, { replace: true })
    }
    drafts.write('welcome', null)
    if (missing) return setFailure(missing)
    // Clearing the consents returns the customer to the first step. The values already entered are kept.
    if (isChanged) return onChange({ terms: false, privacy: false, shown: null, changed: true })
    const { failure } = reply
    const refused: Problems<Field> = {
      ...refusedFields<Field>(failure, [...personFieldNames, 'guardianConsent']),
      ...(isRefused(failure, 'PHONE_TAKEN') ? { phone: 'phoneTaken' } : {}),
      ...(isRefused(failure, 'UNDER_AGE') ? { birthDate: 'underAge' } : {}),
    }
    setFailure(Object.keys(refused).length > 0 ? null : failure)
    fail(refused)
  }

  const fields = {
    draft: draft.customer,
    errorOf,
    onChange: (part: Partial<RegisterDraft['customer']>) => {
      onChange({ customer: { ...draft.customer, ...part } })
      clear(Object.keys(part))
    },
  }
  return (
    <Form form={form} onSubmit={() => void submit()}>
      <LineIdentity />
      <Card title={t('register.you')}>
        <PersonFields {...fields} minAge={minAge} />
        {problems.phone === 'phoneTaken' && <ContactLink />}
        {minor && (
          <Checkbox
            name="guardianConsent"
            label={t('register.guardian')}
            hint={t('register.guardianText', { age })}
            checked={draft.guardian}
            onChange={guardian => {
              onChange({ guardian })
              clear(['guardianConsent'])
            }}
            error={problems.guardianConsent === undefined ? undefined : t('rule.guardian')}
          />
        )}
      </Card>
      <NextFrame>
        <FormProblems count={Object.keys(problems).length} />
        {failure !== null && <FailureNotice failure={failure} title={t('register.notSent')} />}
        <div className={css.buttons}>
          <Button wide type="submit" busy={busy}>
            {busy ? t('state.sending') : t('register.submit')}
          </Button>
          <Button wide kind="quiet" onClick={onBack}>
            {t('action.back')}
          </Button>
        </div>
      </NextFrame>
    </Form>
  )
}

function LineIdentity() {
  const { session } = useApp()
  const { t } = useText(accountTexts)
  const profile = session.profile.value
  if (profile === null) return null
  return (
    <div className={css.identity}>
      <Avatar url={profile.pictureUrl} size={48} />
      <div className={css.name}>
        <p>{t('register.identity')}</p>
        <b>
          <bdi>{profile.displayName}</bdi>
        </b>
      </div>
    </div>
  )
}
