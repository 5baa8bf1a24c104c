/** One option of a knob. */
export type OptionText = {
  readonly label: string
  /** Shown when the pointer rests on the option. */
  readonly title?: string
}

/** The options of one knob, by value. */
export type OptionTexts<Value extends string> = Readonly<Record<Value, OptionText>>

/** The name of one setting. */
export type SettingText = {
  readonly name: string
  /** Shorter name for the row of the knob. Default: `name`. */
  readonly row?: string
  /** More words by which the search finds the setting. */
  readonly words: string
}

/** Gives the options of a knob their common type, whatever their titles are. */
export function options<Value extends string>(texts: OptionTexts<Value>): OptionTexts<Value> {
  return texts
}

/** Gives the settings their common type. */
export function settings<Id extends string>(
  texts: Readonly<Record<Id, SettingText>>,
): Readonly<Record<Id, SettingText>> {
  return texts
}

/** A sentence about one thing, for example a name or a number. */
export type About<Thing = string> = (thing: Thing) => string

/** Title and description of a scenario. */
export type ScenarioText = {
  readonly title: string
  readonly description: string
}
