import { Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { wholeNumberIn } from '#contract/amount.ts'
import type { SetUpChange } from '#contract/desk/set-up.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { inputOf, linesIn, timeIn } from '../../ui/inputs.ts'
import { ChangeDialog, type DialogProps } from './change-dialog.tsx'

export type Question = DeskAnswer<'setUp'>['questions'][number]

const empty = {
  textTh: '',
  textEn: '',
  th: '',
  en: '',
  max: String(ANSWER_MAX_LENGTH),
  opens: '',
  closes: '',
}
type Form = typeof empty

function changeOf({ textTh, textEn, th, en, max, opens, closes }: Form): SetUpChange {
  const [thai, english] = [linesIn(th), linesIn(en)]
  const choices = Array.from({ length: Math.max(thai.length, english.length) }, (_, at) => ({
    th: thai[at] ?? '',
    en: english[at] ?? null,
  }))
  // The form has no length field if the answers are choices.
  const length = thai.length > 0 ? empty.max : max
  return {
    kind: 'question',
    textTh: textTh.trim(),
    textEn: textEn.trim() || null,
    choices: choices.length === 0 ? null : choices,
    maxLength: wholeNumberIn(length),
    opensAt: timeIn(opens),
    closesAt: timeIn(closes),
  }
}

export function QuestionDialog(common: DialogProps) {
  const { t } = useTexts()
  const [form, setForm] = useState(empty)
  const set = (field: keyof Form) => (value: string) => setForm(now => ({ ...now, [field]: value }))
  return (
    <ChangeDialog title={t('set-up.questions.add')} change={changeOf(form)} {...common}>
      <TextInput
        label={t('set-up.questions.text-th')}
        value={form.textTh}
        maxLength={300}
        onChange={event => set('textTh')(event.target.value)}
        required
        data-autofocus
      />
      <TextInput
        label={t('set-up.questions.text-en')}
        description={t('set-up.questions.text-en.hint')}
        value={form.textEn}
        maxLength={300}
        onChange={event => set('textEn')(event.target.value)}
      />
      <Textarea
        label={t('set-up.questions.choices-th')}
        description={t('set-up.questions.choices-th.hint')}
        value={form.th}
        onChange={event => set('th')(event.target.value)}
        rows={4}
      />
      <Textarea
        label={t('set-up.questions.choices-en')}
        value={form.en}
        onChange={event => set('en')(event.target.value)}
        rows={4}
      />
      {form.th.trim() === '' && (
        <TextInput
          label={t('set-up.field.maxLength')}
          value={form.max}
          onChange={event => set('max')(event.target.value)}
          inputMode="numeric"
        />
      )}
      <Times form={form} set={set} />
    </ChangeDialog>
  )
}

type TimesProps = {
  readonly form: Pick<Form, 'opens' | 'closes'>
  readonly set: (field: 'opens' | 'closes') => (value: string) => void
  readonly opens?: boolean
}

function Times({ form, set, opens = true }: TimesProps) {
  const { t } = useTexts()
  return (
    <>
      {opens && (
        <TextInput
          type="datetime-local"
          step={1}
          label={t('set-up.field.opens')}
          description={`${t('set-up.zone')} · ${t('set-up.questions.opens.hint')}`}
          value={form.opens}
          onChange={event => set('opens')(event.target.value)}
        />
      )}
      <TextInput
        type="datetime-local"
        step={1}
        label={t('set-up.field.closes')}
        description={`${t('set-up.zone')} · ${t('set-up.questions.closes.hint')}`}
        value={form.closes}
        onChange={event => set('closes')(event.target.value)}
      />
    </>
  )
}

/** The opening time cannot be changed once it has passed. */
export function TimesDialog({ question, ...common }: DialogProps & { readonly question: Question }) {
  const { t, language } = useTexts()
  const [before] = useState({ opens: inputOf(question.opensAt), closes: inputOf(question.closesAt) })
  const [form, setForm] = useState(before)
  const set = (field: keyof typeof form) => (value: string) => setForm(now => ({ ...now, [field]: value }))
  const isLater = question.state === 'later'
  const times = {
    ...(isLater && form.opens !== before.opens ? { opensAt: timeIn(form.opens) } : {}),
    ...(form.closes === before.closes ? {} : { closesAt: timeIn(form.closes) }),
  }
  const change = { kind: 'question-times', id: question.id, ...times } as const
  return (
    <ChangeDialog title={t('set-up.questions.times')} change={change} {...common}>
      <Text>{question.text[language] ?? question.text.th}</Text>
      <Times form={form} set={set} opens={isLater} />
    </ChangeDialog>
  )
}
