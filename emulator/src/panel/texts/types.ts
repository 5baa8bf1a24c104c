export type OptionText = {
  readonly label: string
  readonly title?: string
}

export type OptionTexts<Value extends string> = Readonly<Record<Value, OptionText>>

export type Option<Value extends string = string> = OptionText & { readonly value: Value }

export type SettingText = {
  readonly name: string
  /** A shorter name to use in the knob's row. Default: `name`. */
  readonly row?: string
  /** Extra words that the search finds. */
  readonly words: string
}

/** Returns the options in the order of their texts. */
export function optionsOf<Value extends string>(texts: OptionTexts<Value>): readonly Option<Value>[] {
  return (Object.keys(texts) as Value[]).map(value => ({ value, ...texts[value] }))
}

export function options<Value extends string>(texts: OptionTexts<Value>): OptionTexts<Value> {
  return texts
}

export function settings<Id extends string>(
  texts: Readonly<Record<Id, SettingText>>,
): Readonly<Record<Id, SettingText>> {
  return texts
}

/** A sentence with one variable, such as a name or a number. */
export type About<Thing = string> = (thing: Thing) => string

export type ScenarioText = {
  readonly title: string
  readonly description: string
}
