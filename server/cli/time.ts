import * as v from 'valibot'
import { dateTime } from '#contract/schema/common.ts'
import { CliError, type Offline, textOption } from './verb.ts'

/** A moment of an option in milliseconds; null where it was not given. Days without a time are none. */
export function momentOption(context: Pick<Offline, 'options'>, name: string): number | null {
  const text = textOption(context, name)
  if (text === undefined) return null
  if (!v.is(dateTime, text))
    throw new CliError(`--${name}: a time such as 2026-12-01T00:00:00+07:00 is needed`)
  return Date.parse(text)
}
