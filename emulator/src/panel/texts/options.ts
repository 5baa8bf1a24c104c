import type { OptionText, OptionTexts } from './types.ts'

export function optionsOf<Value extends string>(
  values: readonly Value[],
  texts: OptionTexts<Value>,
): readonly ({ readonly value: Value } & OptionText)[] {
  return values.map(value => ({ value, ...texts[value] }))
}
