export type OptionText = {
  readonly label: string
  readonly title?: string
}

export type OptionTexts<Value extends string> = Readonly<Record<Value, OptionText>>

export type SettingText = {
  readonly name: string
  /** A shorter name to use in the knob's row. Default: `name`. */
  readonly row?: string
  /** Extra words that the search finds. */
  readonly words: string
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
