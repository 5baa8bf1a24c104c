import * as v from 'valibot'
import { dateTime, day, line } from '#contract/schema/common.ts'
import { gregorian, momentOf } from '#contract/time.ts'
import { type BaseContext, CliError } from './verb.ts'

type Given = Pick<BaseContext, 'options'>
type Bounds = { readonly min: number; readonly max: number }

export function textOption(context: Given, name: string): string | undefined {
  const value = context.options[name]
  return typeof value === 'string' ? value : undefined
}

/** Throws CliError if the option is missing or empty. */
export function requiredOption(context: Given, name: string): string {
  const value = textOption(context, name)?.trim()
  if (!value) throw new CliError(`--${name}: is required`)
  return value
}

/** `what` names the value in the error message. */
export function wholeNumber(text: string, what: string, { min, max }: Bounds): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max))
    throw new CliError(`${what}: must be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}

/**
 * Parses a time option to milliseconds; null if the option was not given. The year may be of the Buddhist era.
 * Throws CliError for a time without a time zone.
 */
export function timeOption(context: Given, name: string): number | null {
  const given = textOption(context, name)
  if (given === undefined) return null
  const text = gregorian(given)
  if (!v.is(dateTime, text))
    throw new CliError(`--${name}: must be a time with a zone, such as 2026-12-01T00:00:00+07:00`)
  return momentOf(text)
}

/** Parses a required day, such as 1998-04-13. The year may be of the Buddhist era. Throws CliError. */
export function dayOption(context: Given, name: string): string {
  const text = gregorian(requiredOption(context, name))
  if (!v.is(day, text)) throw new CliError(`--${name}: must be a day, such as 1998-04-13`)
  return text
}

export function oneLine(text: string, what: string, max: number): string {
  const parsed = v.safeParse(line(1, max), text)
  if (!parsed.success) throw new CliError(`${what}: must be a single line of 1 to ${max} characters`)
  return parsed.output
}

/** Throws CliError unless the text is one of the words. `what` names it in the error message. */
export function oneOf<T extends string>(text: string, what: string, words: readonly T[]): T {
  const found = words.find(word => word === text)
  if (found === undefined) throw new CliError(`${what}: must be one of ${words.join(', ')}, not "${text}"`)
  return found
}

export const CUSTOMER_USAGE = 'ID|PHONE|LINE-ID'
export const identifierHelp = 'Give the customer’s id, phone number (0812345678) or LINE user id (U…).'
