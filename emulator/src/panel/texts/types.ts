export type OptionText = {
  readonly label: string
  /** The option's tooltip. */
  readonly title?: string
}

export type OptionTexts<Value extends string> = Readonly<Record<Value, OptionText>>

export type SettingText = {
  readonly name: string
  /** Shorter name for the knob's row. Default: `name`. */
  readonly row?: string
  /** Extra words for the search. */
  readonly words: string
}

/** Identity function for type inference. */
export function options<Value extends string>(texts: OptionTexts<Value>): OptionTexts<Value> {
  return texts
}

/** Identity function for type inference. */
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
