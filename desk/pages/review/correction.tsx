import { Button, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { bahtIn } from '#contract/amount.ts'
import { RECEIPT_AMOUNT_BAHT } from '#contract/limits.ts'
import { rightsOf } from '#contract/rules.ts'
import type { CorrectedFields } from '#contract/schema/receipt.ts'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Form } from '../../ui/form.tsx'
import {
  type CorrectionForm,
  correctionIn,
  formOf,
  refusedFields,
  type Side,
  type Wrong,
} from './correction-form.ts'
import type { Item } from './use-review.ts'

type Props = {
  readonly own: Side
  readonly rule: Item['rule']
  readonly isBusy: boolean
  /** Why the last decision failed. */
  readonly error: unknown
  readonly close: () => void
  readonly approve: (corrected: CorrectedFields) => void
}

/** Shows a form next to the photo. The reviewer types the values in the photo and approves them. */
export function Correction({ own, rule, isBusy, error, close, approve }: Props) {
  const { t, number } = useTexts()
  const [form, setForm] = useState(() => formOf(own))
  const [sent, setSent] = useState<CorrectionForm | null>(null)
  const { corrected, wrong } = correctionIn(form, own)
  const isWrong = Object.keys(wrong).length > 0
  const refused = refusedFields(error)
  const set = (field: keyof CorrectionForm) => (value: string) => setForm(now => ({ ...now, [field]: value }))
  // The new value may be right, so hide the refusal of the old one.
  const problemOf = (field: keyof Wrong) =>
    sent?.[field] === form[field] ? (wrong[field] ?? refused[field]) : undefined
  const errorOf = (field: keyof Wrong) => {
    const problem = problemOf(field)
    if (problem === undefined) return null
    const { min, max } = RECEIPT_AMOUNT_BAHT
    return t(`review.wrong.${problem}`, {
      min: number(problem === 'minimum' ? rule.minAmount : min),
      max: number(max),
    })
  }
  const submit = () => {
    setSent(form)
    if (corrected && !isWrong) approve(corrected)
  }
  const amount = bahtIn(form.amount)
  return (
    <Paper withBorder p="sm" onKeyDown={event => event.key === 'Escape' && close()}>
      <Form submit={submit}>
        <Stack gap="xs">
          <Text size="sm">{t('review.correct.text')}</Text>
          <TextInput
            label={t('review.correct.amount')}
            value={form.amount}
            onChange={event => set('amount')(event.target.value)}
            error={errorOf('amount')}
            inputMode="decimal"
            autoComplete="off"
            ref={focused}
          />
          <TextInput
            label={t('list.number')}
            value={form.receiptNo}
            onChange={event => set('receiptNo')(event.target.value)}
            error={errorOf('receiptNo')}
            autoComplete="off"
          />
          <TextInput
            type="datetime-local"
            step={1}
            label={t('review.correct.time')}
            value={form.purchasedAt}
            onChange={event => set('purchasedAt')(event.target.value)}
            error={errorOf('purchasedAt')}
          />
          <Store own={own} value={form.storeId} choose={set('storeId')} error={errorOf('storeId')} />
          <Text size="sm" role="status">
            {Number.isNaN(amount)
              ? ''
              : t('review.correct.gives', {
                  amount: number(amount),
                  count: number(rightsOf(amount, rule)),
                })}
          </Text>
          <Button type="submit" color="green" loading={isBusy} disabled={corrected === null && !isWrong}>
            {t('review.correct.approve')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={close}>
            {t('review.correct.cancel')}
          </Button>
        </Stack>
      </Form>
    </Paper>
  )
}

/** Starts with the amount, which is wrong most often, with its text selected. */
const focused = (input: HTMLInputElement | null): void => {
  input?.focus()
  input?.select()
}

type StoreProps = {
  readonly own: Side
  readonly value: string
  readonly choose: (id: string) => void
  readonly error: string | null
}

const SHOWN_STORES = 50

function Store({ own, value, choose, error }: StoreProps) {
  const { t, language } = useTexts()
  const { data, isError } = useRead('reviewStores')
  const sent = { id: own.storeId, name: { th: own.storeName, en: own.storeNameEn ?? own.storeName } }
  const stores = [sent, ...(data?.stores ?? []).filter(({ id }) => id !== own.storeId)]
  return (
    <Select
      label={t('list.store')}
      data={stores.map(({ id, name }) => ({ value: String(id), label: name[language] }))}
      value={value}
      onChange={id => id !== null && choose(id)}
      error={error ?? (isError ? t('review.correct.no-stores') : null)}
      limit={SHOWN_STORES}
      allowDeselect={false}
      searchable
    />
  )
}
