import { DAY_MS, isoOf, isTooFar } from '#contract/time.ts'
import type { Handovers } from '#server/campaign/handover.ts'
import type { Definition } from './definition-schema.ts'

type Time = (text: string) => number
/** A longer event is probably a wrong month or year. */
const MAX_DAYS = 7

type Prize = Definition['prizes'][number]

/** Returns the prizes' events and counters as a draw stores them, or null if the definition has none. */
export function handoverRow(prizes: readonly Prize[], at: Time): string | null {
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
export function handoverProblems({ prizes, dates }: Definition, at: Time, now: number): string[] {
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
    if (at(starts) < at(dates.announce))
      wrong.push(problem('event.starts', 'must not be before dates.announce'))
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
