import { DrawRefusal } from './refusal.ts'

/** Marks a made-up beacon in a rehearsal. No public source publishes such a value. */
const PREFIX = 'rehearsal:'

/** Returns a stand-in for a beacon that is not yet known. `value` can be any text, for example a six-digit number. */
export const standInBeacon = (value: string): string => `${PREFIX}${value}`

export const isStandIn = (beacon: string): boolean => beacon.trim().toLowerCase().startsWith(PREFIX)

/** Throws DrawRefusal outside a rehearsal: whoever makes up the beacon chooses the winners. */
export function requirePublicBeacon(beacon: string | null, rehearsal: boolean): void {
  if (rehearsal || beacon === null || !isStandIn(beacon)) return
  throw new DrawRefusal('STAND_IN_BEACON', { beacon })
}
