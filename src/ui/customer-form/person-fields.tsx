import { bangkokDay } from '#contract/rules.ts'
import type { CustomerField } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { Choices } from '#src/ui/choice.tsx'
import { BirthDateField } from '#src/ui/date-fields.tsx'
import css from '#src/ui/field.module.css'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import type { CustomerDraft } from './customer-draft.ts'

export type CustomerFormProps = {
  readonly draft: CustomerDraft
  readonly onChange: (change: Partial<CustomerDraft>) => void
  /** Returns the error message of a field. */
  readonly errorOf: (name: CustomerField) => string | undefined
}

/** Fields for the customer's name, phone, email, birth date and gender. */
export function PersonFields({ draft, onChange, errorOf }: CustomerFormProps) {
  const { campaign } = useApp()
  const { t } = useText()
  const thisYear = Number(bangkokDay(campaign.serverNow()).slice(0, 4))
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
        <TextField {...text('firstName')} autoComplete="given-name" maxLength={60} />
        <TextField {...text('lastName')} autoComplete="family-name" maxLength={60} />
      </div>
      <TextField
        {...text('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        hint={t('field.phone.hint')}
      />
      <BirthDateField
        label={t('field.birthDate')}
        value={draft.birthDate}
        error={errorOf('birthDate')}
        lastYear={thisYear}
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
        maxLength={120}
      />
    </>
  )
}
