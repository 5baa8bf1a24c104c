import { isoOrNull } from '#contract/time.ts'
import { prizesOf } from '#server/campaign/prizes.ts'
import type { DrawRow } from './current.ts'
import { type DrawPromise, promiseText } from './scheme.ts'

/** Returns what the draw's published file states about its promise. */
const promiseOf = (draw: DrawRow): DrawPromise => ({
  drawId: draw.id,
  sealedFor: draw.sealed_for,
  commitment: draw.commitment,
  beaconSource: draw.beacon_source,
  beaconAt: isoOrNull(draw.beacon_at),
  prizes: prizesOf(draw.prizes),
})

/** Returns the line of the promise that the list's hash covers; null for a list that an earlier release has sealed. */
export const promiseLine = (draw: DrawRow): string | null =>
  draw.formula === 3 ? promiseText(promiseOf(draw)) : null
