import { DrawRefusal } from './refusal.ts'

/** Marks a beacon that a rehearsal has made up. No public source announces such a value. */
const PREFIX = 'rehearsal:'

/** Returns the stand-in for a beacon that is not known yet. `value` is any text, such as a number of six digits. */
export const standInBeacon = (value: string): string => `${PREFIX}${value}`

/** True for a beacon that a rehearsal has made up, however it is written. */
export const isStandIn = (beacon: string): boolean => beacon.trim().toLowerCase().startsWith(PREFIX)

/**
 * Throws DrawRefusal for a stand-in beacon unless this is a rehearsal. A person who invents the beacon can choose the
 * winners.
 */
export function requirePublicBeacon(beacon: string | null, rehearsal: boolean): void {
  if (rehearsal || beacon === null || !isStandIn(beacon)) return
  throw new DrawRefusal('STAND_IN_BEACON', { beacon })
}
