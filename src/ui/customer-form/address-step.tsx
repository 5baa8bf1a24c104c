import { useState } from 'react'
import type { Customer, CustomerField, PostalAddress } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { isPending, latestValue } from '#src/state/resource.ts'
import { Button } from '#src/ui/button.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Form, FormProblems, useProblems } from '#src/ui/form.tsx'
import { Card } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import { AddressFields } from './address-fields.tsx'
import { addressOf, type CustomerDraft, checkAddress, draftOf, readCustomerDraft } from './customer-draft.ts'
import { useFieldErrors } from './use-field-errors.ts'

type Props = {
  readonly label: string
  readonly busy: boolean
  readonly onSubmit: (address: PostalAddress) => void
}

/** Asks the winner of a shipped prize for the address. Typed data survives a reload of the tab. */
export function AddressStep(props: Props) {
  const { customer } = useApp()
  useLoaded(customer)
  const resource = customer.current.value
  const person = latestValue(resource)
  if (person !== null) return <AddressForm {...props} person={person} />
  if (isPending(resource)) return <SkeletonList rows={2} />
  return resource.state === 'failed' ? (
    <FailureNotice failure={resource.failure} onRetry={() => void customer.load()} />
  ) : null
}

function AddressForm({ label, busy, onSubmit, person }: Props & { readonly person: Customer }) {
  const { drafts } = useApp()
  const { t } = useText(rewardTexts)
  const { form, problems, fail, clear } = useProblems<CustomerField>()
  const { errorOf } = useFieldErrors(problems)
  const [draft, setDraft] = useState<CustomerDraft>(() => {
    const saved = drafts.read('address')
    return saved === null ? draftOf(person) : readCustomerDraft(saved)
  })

  function change(part: Partial<CustomerDraft>) {
    const changed = { ...draft, ...part }
    setDraft(changed)
    drafts.write('address', changed)
    clear(Object.keys(part))
  }

  function submit() {
    if (busy) return
    const found = checkAddress(draft)
    if (Object.keys(found).length > 0) return fail(found)
    onSubmit(addressOf(draft))
  }

  const name = [person.firstName, person.lastName].filter(Boolean).join(' ')
  return (
    <Form form={form} onSubmit={submit}>
      <Card below title={t('ship.title')}>
        <p className="quiet">{t('ship.why', { name })}</p>
        <AddressFields draft={draft} errorOf={errorOf} onChange={change} />
      </Card>
      <FormProblems count={Object.keys(problems).length} />
      <Button wide icon="check" type="submit" busy={busy}>
        {label}
      </Button>
    </Form>
  )
}
