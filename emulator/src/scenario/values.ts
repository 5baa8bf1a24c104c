import * as v from 'valibot'

/** Null unless set. */
export const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null)

export const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

export const nonEmpty = v.pipe(v.string(), v.minLength(1))

export const matching = (pattern: RegExp, expected: string) => v.pipe(v.string(), v.regex(pattern, expected))
