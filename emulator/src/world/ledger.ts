import { ownEntry } from '../own-entry.ts'
import { HOUR_MS } from '../time.ts'

/** LINE reports only the last year. */
const MAX_MONTHS = 36
/** Maximum number of aggregation units per month. LINE ignores all further ones. */
const MAX_UNITS = 1_000
const JAPAN_MS = 9 * HOUR_MS

export type SentVia = 'reply' | 'push' | 'multicast' | 'broadcast' | 'narrowcast' | 'pnp'

export type DayCount = {
  /** Total number of recipients of all requests. */
  readonly recipients: number
  /** Each message is counted once per recipient. */
  readonly messages: number
}

type Month = {
  readonly days: Readonly<Record<string, Readonly<Partial<Record<SentVia, DayCount>>>>>
  readonly units: Readonly<Record<string, true>>
}

/** By month (`yyyyMM`) and day (`yyyyMMdd`) in Japan time. Counts remain after old messages are deleted. */
export type Ledger = Readonly<Record<string, Month>>

/** LINE counts messages per calendar day in Japan time (`yyyyMMdd`). */
export const dayOf = (at: number): string =>
  new Date(at + JAPAN_MS).toISOString().slice(0, 10).replaceAll('-', '')

const monthOf = (day: string): string => day.slice(0, 6)
const NO_MONTH: Month = { days: {}, units: {} }
const NOTHING: DayCount = { recipients: 0, messages: 0 }

export function sentOn(ledger: Ledger, day: string, via: SentVia): DayCount {
  return ownEntry(ownEntry(ledger, monthOf(day))?.days ?? {}, day)?.[via] ?? NOTHING
}

/** Excludes replies, which are free. */
export function recipientsInMonth(ledger: Ledger, now: number): number {
  const { days } = ownEntry(ledger, monthOf(dayOf(now))) ?? NO_MONTH
  const counts = Object.values(days).flatMap(day => Object.entries(day))
  return counts.reduce((sum, [via, { recipients }]) => (via === 'reply' ? sum : sum + recipients), 0)
}

export function unitsInMonth(ledger: Ledger, now: number): readonly string[] {
  return Object.keys(ownEntry(ledger, monthOf(dayOf(now)))?.units ?? {})
}

export function countedUnits(ledger: Ledger, now: number, units: readonly string[]): readonly string[] {
  const known = ownEntry(ledger, monthOf(dayOf(now)))?.units ?? {}
  const room = MAX_UNITS - Object.keys(known).length
  return units.filter(unit => room > 0 || Object.hasOwn(known, unit))
}

type Counted = {
  readonly at: number
  readonly via: SentVia
  readonly delivered: readonly string[]
  readonly messages: readonly unknown[]
  readonly units: readonly string[]
}

export function withCounts(ledger: Ledger, { at, via, delivered, messages, units }: Counted): Ledger {
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
