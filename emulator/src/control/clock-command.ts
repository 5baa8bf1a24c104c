import * as v from 'valibot'

/** Needed because `Date.parse` would read 30 February as 2 March. */
function isCalendarDate(text: string): boolean {
  const day = text.slice(0, 10)
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

const time = v.union([
  v.number(),
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.check(text => isCalendarDate(text) && !Number.isNaN(Date.parse(text))),
  ),
])

/**
 * Body of `POST clock`. `freeze` stops LINE's clock at a time (ms since 1970, or ISO 8601). `advance` moves LINE's
 * clock forward, and `skew` sets the offset of the phone's clock, both in ms. `resume` returns both clocks to real
 * time.
 */
export const clockCommand = v.union([
  v.strictObject({ freeze: time }),
  v.strictObject({ advance: v.number() }),
  v.strictObject({ skew: v.number() }),
  v.strictObject({ resume: v.literal(true) }),
])
export type ClockCommand = v.InferOutput<typeof clockCommand>
