import * as v from 'valibot'
import { dateTime, line } from '#contract/schema/common.ts'
import { momentOf } from '#contract/time.ts'
import { CliError, type Offline } from './verb.ts'

/** Whose options are read. */
type Given = Pick<Offline, 'options'>
type Bounds = { readonly min: number; readonly max: number }

/** The text of an option; undefined where it was not given. */
export function textOption(context: Given, name: string): string | undefined {
  const value = context.options[name]
  return typeof value === 'string' ? value : undefined
}

/** An option that must be given. */
export function requiredOption(context: Given, name: string): string {
  const value = textOption(context, name)?.trim()
  if (!value) throw new CliError(`--${name}: is needed`)
  return value
}

/** A whole number within bounds, or a refusal that names it. */
export function wholeNumber(text: string, what: string, { min, max }: Bounds): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max))
    throw new CliError(`${what}: a whole number from ${min} to ${max} is needed, not "${text}"`)
  return value
}

/** A moment of an option in milliseconds; null where it was not given. Days without a time are none. */
export function momentOption(context: Given, name: string): number | null {
  const text = textOption(context, name)
  if (text === undefined) return null
  if (!v.is(dateTime, text))
    throw new CliError(`--${name}: a time such as 2026-12-01T00:00:00+07:00 is needed`)
  return momentOf(text)
}

/** One line of text for people as it is stored, or a refusal that names it. */
export function oneLine(text: string, what: string, max: number): string {
  const parsed = v.safeParse(line(1, max), text)
  if (!parsed.success) throw new CliError(`${what}: one line of 1 to ${max} signs is needed`)
  return parsed.output
}
