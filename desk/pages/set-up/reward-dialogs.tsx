import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { wholeNumberIn } from '#contract/amount.ts'
import type { SetUpChange } from '#contract/desk/set-up.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { inputOf, linesIn, timeIn } from '../../ui/inputs.ts'
import { ChangeDialog, type DialogProps } from './change-dialog.tsx'

type Props = DialogProps & {
  readonly reward: DeskAnswer<'setUp'>['rewards'][number]
  readonly title: string
}

export function StockDialog({ reward, ...common }: Props) {
  const { t } = useTexts()
  const [total, setTotal] = useState(String(reward.total ?? ''))
  const change = { kind: 'stock', rewardType: reward.type, total: wholeNumberIn(total) } as const
  return (
    <ChangeDialog change={change} {...common}>
      <TextInput
        label={t('set-up.field.total')}
        description={t('set-up.rewards.hint')}
        value={total}
        onChange={event => setTotal(event.target.value)}
        inputMode="numeric"
        required
        data-autofocus
      />
    </ChangeDialog>
  )
}

const formOf = ({ title, text, conditions, opensAt, closesAt }: Props['reward']) => ({
  titleTh: title.th,
  titleEn: title.en ?? '',
  textTh: text.th ?? '',
  textEn: text.en ?? '',
  conditionsTh: conditions.th.join('\n'),
  conditionsEn: conditions.en.join('\n'),
  opens: inputOf(opensAt),
  closes: inputOf(closesAt),
})
type Form = ReturnType<typeof formOf>

type Reward = Extract<SetUpChange, { kind: 'reward' }>

/** Returns the changed fields. */
function changeOf(rewardType: string, before: Form, form: Form): Reward {
  const all: Record<keyof Form, Reward['set']> = {
    titleTh: { titleTh: form.titleTh.trim() },
    titleEn: { titleEn: form.titleEn.trim() || null },
    textTh: { textTh: form.textTh.trim() || null },
    textEn: { textEn: form.textEn.trim() || null },
    conditionsTh: { conditionsTh: linesIn(form.conditionsTh) },
    conditionsEn: { conditionsEn: linesIn(form.conditionsEn) },
    opens: { opensAt: timeIn(form.opens) },
    closes: { closesAt: timeIn(form.closes) },
  }
  const names = (Object.keys(all) as (keyof Form)[]).filter(name => form[name] !== before[name])
  return { kind: 'reward', rewardType, set: Object.assign({}, ...names.map(name => all[name])) }
}

export function RewardDialog({ reward, ...common }: Props) {
  const { t } = useTexts()
  const [before] = useState(() => formOf(reward))
  const [form, setForm] = useState(before)
  const bind = (name: keyof Form) => ({
    value: form[name],
    onChange: (event: { readonly target: { readonly value: string } }) => {
      const { value } = event.target
      setForm(old => ({ ...old, [name]: value }))
    },
  })
  const text = { maxLength: 200 }
  const moment = { type: 'datetime-local', step: 1 } as const
  const english = t('set-up.rewards.en.hint')
  return (
    <ChangeDialog change={changeOf(reward.type, before, form)} {...common}>
      <TextInput label={t('set-up.field.titleTh')} {...text} {...bind('titleTh')} required data-autofocus />
      <TextInput label={t('set-up.field.titleEn')} description={english} {...text} {...bind('titleEn')} />
      <TextInput label={t('set-up.field.textTh')} {...text} {...bind('textTh')} />
      <TextInput label={t('set-up.field.textEn')} description={english} {...text} {...bind('textEn')} />
      <Textarea
        label={t('set-up.field.conditionsTh')}
        description={t('set-up.rewards.conditions.hint')}
        rows={3}
        {...bind('conditionsTh')}
      />
      <Textarea
        label={t('set-up.field.conditionsEn')}
        description={t('set-up.rewards.conditions-en.hint')}
        rows={3}
        {...bind('conditionsEn')}
      />
      <TextInput
        label={t('set-up.field.usableFromAt')}
        description={
          reward.hasOpened
            ? t('set-up.refusal.REWARD_OPENED')
            : `${t('set-up.zone')} · ${t('set-up.rewards.opens.hint')}`
        }
        disabled={reward.hasOpened}
        {...moment}
        {...bind('opens')}
      />
      <TextInput
        label={t('set-up.field.usableUntilAt')}
        description={`${t('set-up.zone')} · ${t('set-up.rewards.closes.hint')}`}
        {...moment}
        {...bind('closes')}
      />
    </ChangeDialog>
  )
}
