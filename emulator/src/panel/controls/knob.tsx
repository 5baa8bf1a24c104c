import type { ReactNode } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import { type Option, type OptionTexts, optionsOf } from '../texts/types.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import styles from './knobs.module.css'
import { type SettingId, settingText } from './settings-index.ts'

type KnobProps = {
  readonly setting: SettingId
  /** Gets the setting's full name. */
  readonly children: (name: string) => ReactNode
}

export function Knob({ setting, children }: KnobProps) {
  const { name, row } = settingText(setting, useTexts())
  return (
    <div className={styles.knob}>
      <span>{row ?? name}</span>
      {children(name)}
    </div>
  )
}

type OptionsKnobProps<T extends string> = {
  readonly setting: SettingId
  readonly texts: OptionTexts<T>
  readonly value: T
  readonly onChange: (value: T) => void
}

export function OptionsKnob<T extends string>({ setting, texts, ...rest }: OptionsKnobProps<T>) {
  return (
    <Knob setting={setting}>
      {name => <Segmented label={name} setting={setting} options={optionsOf(texts)} {...rest} />}
    </Knob>
  )
}

type ChoiceKnobProps<T extends string> = {
  readonly setting: SettingId
  readonly choices: readonly Option<T>[]
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
  const known = choices.some(choice => choice.value === value)
  const options = known ? choices : [{ value, label: otherLabel }, ...choices]
  return (
    <Knob setting={setting}>
      {name => <Select label={name} setting={setting} options={options} value={value} onChange={onChange} />}
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
  return (
    <Knob setting={setting}>
      {name => (
        <input
          aria-label={name}
          data-setting={setting}
          placeholder={placeholder}
          title={title}
          key={value}
          defaultValue={value}
          onBlur={({ target }) => {
            if (target.value !== value) onChange(target.value)
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      )}
    </Knob>
  )
}
