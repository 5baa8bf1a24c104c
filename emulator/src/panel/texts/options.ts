import type { OptionText, OptionTexts } from './types.ts'

/** Returns the options of a control: the values in this order, each with its texts. */
export function optionsOf<Value extends string>(
  values: readonly Value[],
  texts: OptionTexts<Value>,
): readonly ({ readonly value: Value } & OptionText)[] {
  return values.map(value => ({ value, ...texts[value] }))
}
