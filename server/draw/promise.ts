import { isoOrNull } from '#contract/time.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import type { DrawRow } from './current.ts'
import { type DrawPromise, promiseText } from './scheme.ts'

const promiseOf = (draw: DrawRow): DrawPromise => ({
  drawId: draw.id,
  sealedFor: draw.sealed_for,
  commitment: draw.commitment,
  beaconSource: draw.beacon_source,
  beaconAt: isoOrNull(draw.beacon_at),
  prizes: prizesOf(draw.prizes),
})

/** Returns the promise line that is included in the list's hash; null if an earlier release sealed the list. */
export const promiseLine = (draw: DrawRow): string | null =>
  draw.formula === 3 ? promiseText(promiseOf(draw)) : null
