import * as v from 'valibot'

/** True for a day of the calendar: `Date` takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10)
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

const time = v.union([
  v.number(),
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.check(text => isDay(text) && !Number.isNaN(Date.parse(text))),
  ),
])

/** A move of LINE's clock: to stand still at a time, forward by milliseconds, the phone's error, or back to real. */
export const clockCommand = v.union([
  v.strictObject({ freeze: time }),
  v.strictObject({ advance: v.number() }),
  v.strictObject({ skew: v.number() }),
  v.strictObject({ resume: v.literal(true) }),
])
export type ClockCommand = v.InferOutput<typeof clockCommand>
