import type { ChangeEvent } from 'react'
import css from '#src/ui/field.module.css'
import { Field } from '#src/ui/field.tsx'
import { nextFieldOnEnter } from '#src/ui/next-field.ts'
import { editPhone, withLeadingZero } from './phone-groups.ts'

export function PhoneField(props: {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}) {
  const { label, hint, value, error, onChange } = props
  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const { inputType = '' } = nativeEvent as InputEvent
    const deleted = inputType.startsWith('delete')
      ? inputType.endsWith('Forward')
        ? 'forward'
        : 'backward'
      : null
    const typed = { text: target.value, at: target.selectionStart ?? target.value.length }
    const edited = editPhone(value, typed, deleted)
    if (edited.text !== typed.text) {
      // Set the text before React does, because React would move the caret to the end.
      target.value = edited.text
      if (document.activeElement === target) target.setSelectionRange(edited.at, edited.at)
    }
    onChange(edited.text)
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {control => (
        <input
          {...control}
          className={css.control}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          enterKeyHint="next"
          maxLength={20}
          value={value}
          onChange={change}
          onKeyDown={nextFieldOnEnter}
          onBlur={() => {
            const complete = withLeadingZero(value)
            if (complete !== value) onChange(complete)
          }}
        />
      )}
    </Field>
  )
}
