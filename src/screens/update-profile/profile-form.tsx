import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { useLocation } from 'wouter'
import { bangkokDay } from '#contract/rules.ts'
import { type Customer, type CustomerField, customer as customerSchema } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { willShip } from '#src/domain/draw-result.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { type Failure, isRefused } from '#src/ports.ts'
import { latestValue } from '#src/state/resource.ts'
import type { Sent } from '#src/state/types.ts'
import { Button } from '#src/ui/button.tsx'
import { ContactLink } from '#src/ui/contact-link.tsx'
import { AddressFields } from '#src/ui/customer-form/address-fields.tsx'
import {
  type CustomerDraft,
  changesOf,
  checkProfile,
  customerFieldNames,
  draftOf,
  hasAddress,
  noAddress,
  readCustomerDraft,
} from '#src/ui/customer-form/customer-draft.ts'
import { type CustomerFormProps, PersonFields } from '#src/ui/customer-form/person-fields.tsx'
import { useFieldErrors } from '#src/ui/customer-form/use-field-errors.ts'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Form, FormProblems, useProblems } from '#src/ui/form.tsx'
import { NextFrame } from '#src/ui/next-frame.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { type Problems, refusedFields } from '#src/ui/problems.ts'
import { useBusy } from '#src/ui/use-busy.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { useText } from '#src/ui/use-text.ts'
import { WriteNotice } from '#src/ui/write-notice.tsx'

/** Starts with the server's data or a saved draft. Typed data survives a reload of the tab. */
export function ProfileForm({ customer: before }: { readonly customer: Customer }) {
  const { customer, campaign, drafts, outbox, rewards, toasts } = useApp()
  const tellResult = useTellResult()
  const { t } = useText(accountTexts)
  const [, navigate] = useLocation()
  const refused = outbox.jobs.value.filter(job => job.profile !== null && job.state === 'refused')
  const [draft, setDraft] = useState<CustomerDraft>(() => {
    const saved = drafts.read('profile')
    const changes = Object.assign({}, ...refused.map(job => job.profile))
    return saved === null ? draftOf({ ...before, ...changes } as Customer) : readCustomerDraft(saved)
  })
  // Only the fields that differ from this are sent.
  const [start] = useState(() => draftOf(before))
  // The server refuses to overwrite a version newer than this.
  const [version, setVersion] = useState(before.version)
  const [restored, setRestored] = useState(() => drafts.read('profile') !== null)
  const [conflict, setConflict] = useState<Customer | null>(null)
  const { form, problems, fail, clear } = useProblems<CustomerField>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, during] = useBusy()
  const { errorOf, minAge } = useFieldErrors(problems)
  const touched = useRef(false)
  const isMounted = useIsMounted()
  useEffect(() => {
    if (touched.current) drafts.write('profile', draft)
  }, [drafts, draft])

  function close() {
    touched.current = false
    drafts.write('profile', null)
    if (isMounted()) navigate('/profile', { replace: true })
  }

  async function save() {
    if (busy) return
    setFailure(null)
    setConflict(null)
    const shipping = willShip(latestValue(rewards.current.value))
    const found = checkProfile(draft, shipping, bangkokDay(campaign.serverNow()), minAge)
    if (Object.keys(found).length > 0) return fail(found)
    const changes = changesOf(start, draft)
    if (Object.keys(changes).length === 0) return close()
    const result = await during(customer.save(changes, version))
    switch (result.state) {
      case 'received':
      case 'queued':
      case 'gone':
        tellResult(result)
        return close()
      case 'unsaved':
        return toasts.show('error', t('receipt.unsaved'))
      case 'refused': {
        if (isRefused(result.failure, 'VERSION_CONFLICT')) {
          const newest = v.safeParse(customerSchema, result.failure.current)
          if (!newest.success) return setFailure(result.failure)
          // With this version, saving again overwrites the server's newer data.
          setVersion(newest.output.version)
          return setConflict(newest.output)
        }
        const found = refusedProblems(result.failure)
        setFailure(Object.keys(found).length > 0 ? null : result.failure)
        fail(found)
      }
    }
  }

  function startOver(from: Customer) {
    for (const { id } of refused) outbox.discard(id).catch(() => {})
    touched.current = false
    drafts.write('profile', null)
    setDraft(draftOf(from))
    setVersion(from.version)
    setConflict(null)
    setRestored(false)
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
    <Form form={form} onSubmit={() => void save()}>
      {!busy && refused.slice(-1).map(job => <WriteNotice key={job.id} job={job} />)}
      {restored && (
        <Notice severity="info" button={{ text: t('profile.draftDrop'), onClick: () => startOver(before) }}>
          {t('profile.draftKept')}
        </Notice>
      )}
      <Card title={t('register.you')}>
        <PersonFields {...fields} minAge={minAge} />
        {(problems.phone === 'phoneTaken' || problems.birthDate === 'winner') && <ContactLink />}
      </Card>
      <NextFrame>
        <AddressCard {...fields} />
        <FormProblems count={Object.keys(problems).length} />
        {failure && <FailureNotice failure={failure} />}
        {conflict && <ConflictNotice onTakeNewest={() => startOver(conflict)} />}
        <Button wide type="submit" busy={busy}>
          {busy ? t('state.saving') : t('action.save')}
        </Button>
      </NextFrame>
    </Form>
  )
}

/** The optional address. The customer can clear it unless a prize will be shipped to it. */
function AddressCard(fields: CustomerFormProps) {
  const { rewards } = useApp()
  const { t } = useText(accountTexts)
  const reward = latestValue(rewards.current.value)
  const sent = reward?.luckyDraw.delivery
  const isOnItsWay = sent !== undefined && sent.sentAt !== null && sent.receivedAt === null
  return (
    <Card below title={t('profile.addressTitle')}>
      <p className="quiet">{t('profile.addressWhy')}</p>
      {isOnItsWay && <Notice severity="info" title={t('profile.addressSent')} />}
      <AddressFields {...fields} />
      {hasAddress(fields.draft) && !willShip(reward) && (
        <Button small kind="quiet" icon="trash" onClick={() => fields.onChange(noAddress)}>
          {t('profile.addressDelete')}
        </Button>
      )}
    </Card>
  )
}

function useTellResult(): (result: Sent) => void {
  const { outbox, toasts } = useApp()
  const { t } = useText(accountTexts)
  return result => {
    if (result.state === 'received') {
      if (result.id !== null) outbox.shown(result.id)
      toasts.show('success', t('profile.saved'))
    } else if (result.state === 'queued')
      toasts.show(
        result.kept ? 'info' : 'warning',
        t(result.kept ? 'profile.savedLater' : 'profile.notSaved'),
      )
  }
}

function refusedProblems(failure: Failure): Problems<CustomerField> {
  return {
    ...refusedFields(failure, customerFieldNames),
    ...(isRefused(failure, 'PHONE_TAKEN') ? { phone: 'phoneTaken' } : {}),
  }
}

function ConflictNotice({ onTakeNewest }: { readonly onTakeNewest: () => void }) {
  const { t } = useText(accountTexts)
  return (
    <Notice
      live
      severity="error"
      title={t('profile.conflictTitle')}
      button={{ text: t('profile.takeNewest'), onClick: onTakeNewest }}
    >
      <p>{t('profile.conflict')}</p>
    </Notice>
  )
}
