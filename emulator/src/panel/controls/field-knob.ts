import type { OwnLanguage } from '../../own-language.ts'
import type { Patch, Scenario } from '../api/types.ts'
import type { OptionText, SettingText } from '../texts/types.ts'

type Text = string | Readonly<Record<OwnLanguage, string>>
type Option = readonly [label: Text, title?: Text]
type Section = 'environment' | 'consent' | 'screens' | 'device'
type FieldOf<S extends Section> = keyof Scenario[S] & string
type Value<S extends Section, F extends FieldOf<S>> = `${Scenario[S][F] & (string | boolean)}`

type Described<V extends string> = {
  readonly name: Text
  /** A shorter name to use in the knob's row. Default: `name`. */
  readonly row?: Text
  /** Extra words that the search finds. */
  readonly words: Text
  /** Default: a row of buttons. */
  readonly isList?: boolean
  /** True for scenarios that have this knob. The search leaves out knobs that some scenarios lack. */
  readonly shown?: (scenario: Scenario) => boolean
} & (
  | { readonly options: Readonly<Record<V, Option>> }
  /** Suggested values of a field with many possible values. Each value is its own label. */
  | { readonly choices: readonly V[] }
)

/** A knob that sets one field of the scenario to one of a few values. */
export type FieldKnob = Described<string> & {
  readonly group: 'who' | 'where' | 'webLogin' | 'line'
  readonly valueIn: (scenario: Scenario) => string
  readonly patchTo: (value: string) => Patch
}

export const t = (en: string, ja: string, th: string): Text => ({ en, ja, th })

const textIn = (text: Text, lang: OwnLanguage): string => (typeof text === 'string' ? text : text[lang])

/** The options of a boolean field are `true` and `false`. */
export function knob<S extends Section, F extends FieldOf<S>>(
  group: FieldKnob['group'],
  section: S,
  field: F,
  described: Described<Value<S, F>>,
): FieldKnob {
  return {
    ...(described as Described<string>),
    group,
    valueIn: scenario => String(scenario[section][field]),
    patchTo: value => ({ [section]: { [field]: value === 'true' || (value === 'false' ? false : value) } }),
  }
}

export const settingTextOf = ({ name, row = name, words }: FieldKnob, lang: OwnLanguage): SettingText => ({
  name: textIn(name, lang),
  row: textIn(row, lang),
  words: textIn(words, lang),
})

export function optionsIn(
  described: FieldKnob,
  lang: OwnLanguage,
): readonly ({ readonly value: string } & OptionText)[] {
  if ('choices' in described) return described.choices.map(value => ({ value, label: value }))
  return Object.entries(described.options).map(([value, [label, title]]) => ({
    value,
    label: textIn(label, lang),
    ...(title === undefined ? {} : { title: textIn(title, lang) }),
  }))
}

export function labelIn(described: FieldKnob, scenario: Scenario, lang: OwnLanguage): string {
  const value = described.valueIn(scenario)
  return optionsIn(described, lang).find(option => option.value === value)?.label ?? value
}
