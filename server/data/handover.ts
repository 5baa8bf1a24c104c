import * as v from 'valibot'
import { DAY_MS, isoOf, isTooFar, momentOf } from '#contract/time.ts'
import type { Handovers } from '#server/campaign/handover.ts'
import { type Definition, handoverEntries, RELATIVE } from './definition-schema.ts'
import { InputError, problemList } from './input-error.ts'

type Time = (text: string) => number
/** If an event seems longer than this, its month or year is probably wrong. */
const MAX_DAYS = 7

type Prize = Definition['prizes'][number]
type Handed = Pick<Prize, 'delivery' | 'event' | 'counter'>

/** Returns the prizes' events and counters as a draw stores them, or null if the definition has none. */
export function handoverRow(prizes: readonly (Handed & Pick<Prize, 'key'>)[], at: Time): string | null {
  const known = prizes.flatMap(({ key, event, counter }): [string, Handovers[string]][] => {
    if (event) {
      const { starts, doors, ends, ...place } = event
      const times = {
        startsAt: isoOf(at(starts)),
        ...(doors === undefined ? {} : { doorsAt: isoOf(at(doors)) }),
        ...(ends === undefined ? {} : { endsAt: isoOf(at(ends)) }),
      }
      return [[key, { event: { ...times, ...place } }]]
    }
    return counter ? [[key, { counter }]] : []
  })
  return known.length === 0 ? null : JSON.stringify(Object.fromEntries(known))
}

/** Returns a text for each event and counter that contradicts its prize or the campaign's dates. */
export function handoverProblems(
  prizes: readonly Handed[],
  at: Time,
  { announceAt, now }: { readonly announceAt: number; readonly now: number },
): string[] {
  return prizes.flatMap((prize, index) => {
    const { event, counter, delivery } = prize
    const problem = (field: string, text: string) => `prizes.${index}.${field}: ${text}`
    const wrong = [
      ...(event && delivery !== 'seat'
        ? [problem('event', 'only a prize with delivery "seat" has an event')]
        : []),
      ...(counter && delivery !== 'counter'
        ? [problem('counter', 'only a prize with delivery "counter" has a counter')]
        : []),
    ]
    if (!event) return wrong
    const { starts, doors, ends } = event
    if (at(starts) < announceAt) wrong.push(problem('event.starts', 'must not be before the announcement'))
    if (isTooFar(at(starts), now)) wrong.push(problem('event.starts', 'must be within five years'))
    if (doors !== undefined && (at(doors) > at(starts) || at(doors) < at(starts) - DAY_MS))
      wrong.push(problem('event.doors', 'must be in the 24 hours before event.starts'))
    if (ends !== undefined && (at(ends) <= at(starts) || at(ends) > at(starts) + MAX_DAYS * DAY_MS))
      wrong.push(problem('event.ends', `must be in the ${MAX_DAYS} days after event.starts`))
    if ((event.gateTh === undefined) !== (event.gateEn === undefined))
      wrong.push(
        problem(event.gateTh === undefined ? 'event.gateTh' : 'event.gateEn', 'must exist in both languages'),
      )
    return wrong
  })
}

const running = v.array(v.object({ key: v.string(), ...handoverEntries }))

/**
 * Returns the events and counters of `campaign/prizes.ts` for a running campaign, as a draw stores them. Throws an
 * InputError that states the requirement for each invalid field.
 */
export function runningHandover(
  given: readonly unknown[],
  limits: { readonly announceAt: number; readonly now: number },
): string | null {
  const parsed = v.safeParse(running, given)
  const problems = parsed.success
    ? [...relativeTimes(parsed.output), ...handoverProblems(parsed.output, momentOf, limits)]
    : parsed.issues.map(issue => `prizes.${v.getDotPath(issue) ?? ''}: ${issue.message}`)
  if (!parsed.success || problems.length > 0) throw new InputError(problemList(problems))
  return handoverRow(parsed.output, momentOf)
}

/** Finds relative times: they count from the campaign's creation, so a running campaign cannot use them. */
const relativeTimes = (prizes: readonly Handed[]): string[] =>
  prizes.flatMap(({ event }, index) =>
    (['starts', 'doors', 'ends'] as const).flatMap(field =>
      RELATIVE.test(event?.[field] ?? '')
        ? [`prizes.${index}.event.${field}: must be a time such as 2026-12-01T00:00:00+07:00`]
        : [],
    ),
  )
