import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { useLocation } from 'wouter'
import { bangkokDay } from '#contract/rules.ts'
import { type Customer, type CustomerField, customer as customerSchema } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import type { Failure } from '#src/ports.ts'
import { Button } from '#src/ui/button.tsx'
import { AddressFields } from '#src/ui/customer-form/address-fields.tsx'
import {
  bodyOfDraft,
  type CustomerDraft,
  checkCustomer,
  customerFieldNames,
  draftOf,
  readCustomerDraft,
} from '#src/ui/customer-form/customer-draft.ts'
import { PersonFields } from '#src/ui/customer-form/person-fields.tsx'
import { useFieldErrors } from '#src/ui/customer-form/use-field-errors.ts'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Form, FormProblems, useProblems } from '#src/ui/form.tsx'
import { NextFrame } from '#src/ui/next-frame.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { type Problems, refusedFields } from '#src/ui/problems.ts'
import { useHere } from '#src/ui/use-here.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './update-profile.module.css'

/** The profile's form, filled with what the server has; what is typed outlives a reload of the tab. */
export function ProfileForm({ customer: before }: { readonly customer: Customer }) {
  const { customer, campaign, drafts, outbox, toasts } = useApp()
  const { t } = useText(accountTexts)
  const [, navigate] = useLocation()
  const [draft, setDraft] = useState<CustomerDraft>(() => {
    const kept = drafts.read('profile')
    return kept === null ? draftOf(before) : readCustomerDraft(kept)
  })
  // What the form was filled from: newer data is not overwritten without a word.
  const [version, setVersion] = useState(before.version)
  const [kept, setKept] = useState(() => drafts.read('profile') !== null)
  const [conflict, setConflict] = useState<Customer | null>(null)
  const { form, problems, fail, clear } = useProblems<CustomerField>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const { errorOf, minAge } = useFieldErrors(problems)
  const touched = useRef(false)
  const here = useHere()
  useEffect(() => {
    if (touched.current) drafts.keep('profile', draft)
  }, [drafts, draft])

  async function save() {
    if (busy) return
    setFailure(null)
    setConflict(null)
    const found = checkCustomer(draft, { today: bangkokDay(campaign.serverNow()), minAge })
    if (Object.keys(found).length > 0) return fail(found)
    setBusy(true)
    const result = await customer.save(bodyOfDraft(draft), version)
    setBusy(false)
    switch (result.state) {
      case 'received':
      case 'queued':
        touched.current = false
        drafts.keep('profile', null)
        toasts.show('success', t(result.state === 'received' ? 'profile.saved' : 'profile.savedLater'))
        if (here()) navigate('/profile', { replace: true })
        return
      case 'unsaved':
        return toasts.show('error', t(`receipt.unsaved.${result.reason}`))
      case 'refused': {
        if (result.failure.kind === 'refused' && result.failure.code === 'VERSION_CONFLICT') {
          const newest = v.safeParse(customerSchema, result.failure.current)
          if (!newest.success) return setFailure(result.failure)
          // Saving again is the customer's word that what stands here is meant.
          setVersion(newest.output.version)
          return setConflict(newest.output)
        }
        const taken = result.failure.kind === 'refused' && result.failure.code === 'PHONE_TAKEN'
        const refused: Problems<CustomerField> = {
          ...refusedFields(result.failure, customerFieldNames),
          ...(taken ? { phone: 'phoneTaken' } : {}),
        }
        setFailure(Object.keys(refused).length > 0 ? null : result.failure)
        fail(refused)
      }
    }
  }

  function startOver(from: Customer) {
    const refused = outbox.jobs.value.find(job => job.route === 'putCustomer' && job.state === 'needs-you')
    if (refused !== undefined) void outbox.discard(refused.id)
    touched.current = false
    drafts.keep('profile', null)
    setDraft(draftOf(from))
    setVersion(from.version)
    setConflict(null)
    setKept(false)
    clear()
  }

  const fields = {
    draft,
    errorOf,
    onChange: (part: Partial<CustomerDraft>) => {
      touched.current = true
      setDraft(old => ({ ...old, ...part }))
      clear(Object.keys(part))
    },
  }
  return (
    <Form form={form} className={css.form} onSubmit={() => void save()}>
      {kept && (
        <Notice
          severity="info"
          action={
            <Button small kind="secondary" onClick={() => startOver(before)}>
              {t('profile.draftDrop')}
            </Button>
          }
        >
          {t('profile.draftKept')}
        </Notice>
      )}
      <Card title={t('register.you')}>
        <PersonFields {...fields} />
      </Card>
      <NextFrame>
        <Card below title={t('register.address')}>
          <AddressFields {...fields} />
        </Card>
        <FormProblems count={Object.keys(problems).length} />
        {failure && <FailureNotice failure={failure} />}
        {conflict && (
          <Notice
            live
            severity="error"
            title={t('profile.conflictTitle')}
            action={
              <Button small kind="secondary" onClick={() => startOver(conflict)}>
                {t('profile.takeNewest')}
              </Button>
            }
          >
            <p>{t('profile.conflict')}</p>
          </Notice>
        )}
        <Button wide type="submit" busy={busy}>
          {busy ? t('state.saving') : t('action.save')}
        </Button>
      </NextFrame>
    </Form>
  )
}
