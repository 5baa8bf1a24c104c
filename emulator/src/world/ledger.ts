import { ownEntry } from '../own-entry.ts'
import type { Sending, SentVia } from './bot-state.ts'

/** Number of months whose counts are kept. LINE answers with the numbers of a year. */
const MAX_MONTHS = 36
/** Most different aggregation units in a month. LINE treats further ones as if the message had none. */
const MAX_UNITS = 1_000
const JAPAN_MS = 9 * 60 * 60 * 1000

/** What the account sent with one operation in one day. */
export type DayCount = {
  /** Number of recipients of all requests together. */
  readonly recipients: number
  /** Number of messages that reached a recipient. */
  readonly messages: number
}

type Month = {
  readonly days: Readonly<Record<string, Readonly<Partial<Record<SentVia, DayCount>>>>>
  /** Names of the aggregation units of the month's messages. */
  readonly units: Readonly<Record<string, true>>
}

/**
 * Counts of the messages that the account sent, by month (`yyyyMM`) and day (`yyyyMMdd`) in Japan. The counts
 * remain after old messages are deleted.
 */
export type Ledger = Readonly<Record<string, Month>>

/** Returns the date of a time in Japan as `yyyyMMdd`. LINE counts messages by Japanese days. */
export const dayOf = (at: number): string =>
  new Date(at + JAPAN_MS).toISOString().slice(0, 10).replaceAll('-', '')

const monthOf = (day: string): string => day.slice(0, 6)
const NO_MONTH: Month = { days: {}, units: {} }
const NOTHING: DayCount = { recipients: 0, messages: 0 }

/** Returns what the account sent on a day with an operation. */
export function sentOn(ledger: Ledger, day: string, via: SentVia): DayCount {
  return ownEntry(ownEntry(ledger, monthOf(day))?.days ?? {}, day)?.[via] ?? NOTHING
}

/** Returns the number of recipients of a month's messages except replies, which are free. */
export function recipientsInMonth(ledger: Ledger, now: number): number {
  const { days } = ownEntry(ledger, monthOf(dayOf(now))) ?? NO_MONTH
  const counts = Object.values(days).flatMap(day => Object.entries(day))
  return counts.reduce((sum, [via, { recipients }]) => (via === 'reply' ? sum : sum + recipients), 0)
}

/** Returns the names of the aggregation units of this month. */
export function unitsInMonth(ledger: Ledger, now: number): readonly string[] {
  return Object.keys(ownEntry(ledger, monthOf(dayOf(now)))?.units ?? {})
}

/** Returns those of a request's aggregation units that LINE still counts this month. */
export function countedUnits(ledger: Ledger, now: number, units: readonly string[]): readonly string[] {
  const known = ownEntry(ledger, monthOf(dayOf(now)))?.units ?? {}
  const room = MAX_UNITS - Object.keys(known).length
  return units.filter(unit => room > 0 || Object.hasOwn(known, unit))
}

/** Returns the ledger with one more request. */
export function withCounts(ledger: Ledger, { at, via, delivered, messages, units }: Sending): Ledger {
  const day = dayOf(at)
  const month = ownEntry(ledger, monthOf(day)) ?? NO_MONTH
  const before = sentOn(ledger, day, via)
  const count = {
    recipients: before.recipients + delivered.length,
    messages: before.messages + delivered.length * messages.length,
  }
  const days = { ...month.days, [day]: { ...month.days[day], [via]: count } }
  const isNew = units.some(unit => !Object.hasOwn(month.units, unit))
  const named = isNew
    ? { ...month.units, ...Object.fromEntries(units.map(unit => [unit, true as const])) }
    : month.units
  const all = { ...ledger, [monthOf(day)]: { days, units: named } }
  const months = Object.keys(all).sort()
  if (months.length <= MAX_MONTHS) return all
  const { [months[0] ?? '']: _, ...kept } = all
  return kept
}
