import { bangkokDay } from '#contract/rules.ts'
import type { CustomerField } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { Choices } from '#src/ui/choice.tsx'
import { BirthDateField } from '#src/ui/date-fields.tsx'
import css from '#src/ui/field.module.css'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import type { CustomerDraft } from './customer-draft.ts'
import { PhoneField } from './phone-field.tsx'

export type CustomerFormProps = {
  readonly draft: CustomerDraft
  readonly onChange: (change: Partial<CustomerDraft>) => void
  readonly errorOf: (name: CustomerField) => string | undefined
}

const name = { autoCapitalize: 'words', enterKeyHint: 'next', maxLength: 60 } as const

export function PersonFields({
  draft,
  onChange,
  errorOf,
  minAge,
}: CustomerFormProps & {
  /** Minimum age in years. Limits the list of birth years. */
  readonly minAge: number
}) {
  const { campaign } = useApp()
  const { t } = useText()
  const thisYear = Number(bangkokDay(campaign.serverNow()).slice(0, 4))
  // For customers who joined under a different minimum age, the list still includes their stored year.
  const lastYear = Math.max(thisYear - minAge, Number(draft.birthDate.split('-')[0]))
  const text = (name: CustomerField) => ({
    name,
    label: t(`field.${name}`),
    value: draft[name],
    error: errorOf(name),
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <>
      <div className={css.pair}>
        <TextField {...text('firstName')} {...name} autoComplete="given-name" />
        <TextField {...text('lastName')} {...name} autoComplete="family-name" />
      </div>
      <PhoneField {...text('phone')} hint={t('field.phone.hint')} />
      <BirthDateField
        label={t('field.birthDate')}
        value={draft.birthDate}
        error={errorOf('birthDate')}
        lastYear={lastYear}
        onChange={birthDate => onChange({ birthDate })}
      />
      <Choices
        legend={t('field.gender')}
        optional={t('field.optional')}
        value={draft.gender}
        error={errorOf('gender')}
        onChange={gender => onChange({ gender })}
        options={(['female', 'male', 'other', 'unspecified'] as const).map(value => ({
          value,
          label: t(`field.gender.${value}`),
        }))}
      />
      <TextField
        {...text('email')}
        optional
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="done"
        maxLength={120}
      />
    </>
  )
}
