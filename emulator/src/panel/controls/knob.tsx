import type { ReactNode } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { optionsOf } from '../texts/options.ts'
import type { OptionTexts } from '../texts/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import styles from './knobs.module.css'
import type { SettingId } from './settings-index.ts'

type KnobProps = {
  readonly setting: SettingId
  readonly children: ReactNode
}

function Knob({ setting, children }: KnobProps) {
  const { name, row } = useTexts().controls.settings[setting]
  return (
    <div className={styles.knob}>
      <span>{row ?? name}</span>
      {children}
    </div>
  )
}

type OptionsKnobProps<T extends string> = {
  readonly setting: SettingId
  readonly values: readonly T[]
  readonly texts: OptionTexts<T>
  readonly value: T
  readonly onChange: (value: T) => void
}

export function OptionsKnob<T extends string>({ setting, values, texts, ...rest }: OptionsKnobProps<T>) {
  const { name } = useTexts().controls.settings[setting]
  return (
    <Knob setting={setting}>
      <Segmented label={name} setting={setting} options={optionsOf(values, texts)} {...rest} />
    </Knob>
  )
}

type ChoiceKnobProps<T extends string> = {
  readonly setting: SettingId
  readonly choices: readonly { readonly value: T; readonly label: string; readonly title?: string }[]
  readonly value: T
  /** Label for a value that is not in `choices`. Default: the value itself. */
  readonly otherLabel?: string
  readonly onChange: (value: T) => void
}

/** A value that is not in `choices` is shown as the first option. */
export function ChoiceKnob<T extends string>({
  setting,
  choices,
  value,
  otherLabel = value,
  onChange,
}: ChoiceKnobProps<T>) {
  const { name } = useTexts().controls.settings[setting]
  const known = choices.some(choice => choice.value === value)
  const all: typeof choices = known ? choices : [{ value, label: otherLabel }, ...choices]
  return (
    <Knob setting={setting}>
      <select
        value={value}
        aria-label={name}
        data-setting={setting}
        onChange={event => onChange(event.target.value as T)}
      >
        {all.map(choice => (
          <option key={choice.value} value={choice.value} title={choice.title}>
            {choice.label}
          </option>
        ))}
      </select>
    </Knob>
  )
}

type TextKnobProps = {
  readonly setting: SettingId
  readonly value: string
  /** Says what an empty field means. */
  readonly placeholder: string
  readonly title: string
  readonly onChange: (value: string) => void
}

/** Calls `onChange` when the user leaves the field or presses Enter. */
export function TextKnob({ setting, value, placeholder, title, onChange }: TextKnobProps) {
  const { name } = useTexts().controls.settings[setting]
  return (
    <Knob setting={setting}>
      <input
        aria-label={name}
        data-setting={setting}
        {...{ placeholder, title }}
        key={value}
        defaultValue={value}
        onBlur={({ target }) => {
          if (target.value !== value) onChange(target.value)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </Knob>
  )
}
