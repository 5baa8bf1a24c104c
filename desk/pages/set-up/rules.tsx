import { Alert, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { bahtIn, wholeNumberIn } from '#contract/amount.ts'
import { type RuleField, ruleFields, type SetUpChange } from '#contract/desk/set-up.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Facts } from '../../ui/facts.tsx'
import { inputOf, momentIn } from '../../ui/inputs.ts'
import { ChangeDialog, type DialogProps, type TabProps } from './change-dialog.tsx'

type Data = DeskAnswer<'setUp'>['rules']
type Form = Readonly<Record<RuleField, string>>

const dates = ['opensAt', 'closesAt', 'drawAt', 'announceAt', 'confirmBy'] as const
const numbers = [
  'bahtPerRight',
  'maxReceiptsPerDay',
  'minAge',
  'reviewDays',
  'secondLookPercent',
  'secondLookBaht',
] as const satisfies readonly RuleField[]

export function Rules({ data, mayChange, done }: TabProps) {
  const { t, time, number } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { rules } = data
  const shown = (field: RuleField): string => {
    const value = rules[field]
    if (value === null) return t('set-up.empty')
    if (typeof value === 'string') return value
    if (dates.some(date => date === field)) return time(value)
    return number(field === 'minAmountSatang' ? value / 100 : value)
  }
  return (
    <Stack maw={720}>
      <Group>
        <Text size="sm">{t('set-up.state')}</Text>
        <Badge variant="light" color={data.state === 'open' ? 'green' : 'gray'}>
          {t(`set-up.state.${data.state}`)}
        </Badge>
        {mayChange && <Button onClick={() => setIsOpen(true)}>{t('set-up.edit')}</Button>}
      </Group>
      {data.mode !== 'auto' && (
        <Alert color="orange">{t('set-up.by-hand', { state: t(`set-up.state.${data.mode}`) })}</Alert>
      )}
      <Facts rows={ruleFields.map(field => [t(`set-up.field.${field}`), shown(field)])} />
      {isOpen && <RulesDialog data={data} done={done} close={() => setIsOpen(false)} />}
    </Stack>
  )
}

const formOf = (rules: Data): Form => ({
  opensAt: inputOf(rules.opensAt),
  closesAt: inputOf(rules.closesAt),
  drawAt: inputOf(rules.drawAt),
  announceAt: inputOf(rules.announceAt),
  confirmBy: inputOf(rules.confirmBy),
  bahtPerRight: String(rules.bahtPerRight),
  minAmountSatang: String(rules.minAmountSatang / 100),
  maxReceiptsPerDay: String(rules.maxReceiptsPerDay),
  minAge: String(rules.minAge),
  reviewDays: String(rules.reviewDays ?? ''),
  secondLookPercent: String(rules.secondLookPercent),
  secondLookBaht: String(rules.secondLookBaht),
  permitNo: rules.permitNo ?? '',
})

/** Returns NaN for a wrong number or time. */
function fieldValue(field: RuleField, text: string): number | string | null {
  if (field === 'permitNo') return text.trim() === '' ? null : text.trim()
  if (field === 'reviewDays' && text === '') return null
  if (dates.some(date => date === field)) return momentIn(text) ?? Number.NaN
  return field === 'minAmountSatang' ? Math.round(bahtIn(text) * 100) : wholeNumberIn(text)
}

/** Returns the edited fields; null if no field was edited. */
function changeOf(before: Form, after: Form): SetUpChange | null {
  const edited = ruleFields.filter(field => before[field] !== after[field])
  const values = edited.map(field => [field, fieldValue(field, after[field])] as const)
  if (edited.length === 0) return null
  return { kind: 'rules', set: Object.fromEntries(values) }
}

function RulesDialog(common: DialogProps) {
  const { t } = useTexts()
  const [before] = useState(() => formOf(common.data.rules))
  const [form, setForm] = useState(before)
  const set = (field: RuleField) => (text: string) => setForm(now => ({ ...now, [field]: text }))
  return (
    <ChangeDialog title={t('set-up.tab.rules')} change={changeOf(before, form)} {...common}>
      {dates.map(field => (
        <TextInput
          key={field}
          type="datetime-local"
          step={1}
          label={t(`set-up.field.${field}`)}
          description={t('set-up.zone')}
          value={form[field]}
          onChange={event => set(field)(event.target.value)}
          required
        />
      ))}
      {numbers.map(field => (
        <TextInput
          key={field}
          label={t(`set-up.field.${field}`)}
          description={field === 'reviewDays' ? t('set-up.field.reviewDays.hint') : undefined}
          value={form[field]}
          onChange={event => set(field)(event.target.value)}
          inputMode="numeric"
        />
      ))}
      <TextInput
        label={t('set-up.field.minAmountSatang')}
        value={form.minAmountSatang}
        onChange={event => set('minAmountSatang')(event.target.value)}
        inputMode="decimal"
      />
      <TextInput
        label={t('set-up.field.permitNo')}
        description={t('set-up.field.permitNo.hint')}
        value={form.permitNo}
        maxLength={100}
        onChange={event => set('permitNo')(event.target.value)}
      />
    </ChangeDialog>
  )
}
