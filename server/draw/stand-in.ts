import { DrawRefusal } from './refusal.ts'

/** Marks a rehearsal's made-up beacon. No public source announces such a value. */
const PREFIX = 'rehearsal:'

/** Makes a stand-in for an unknown beacon. `value` is any text, such as a six-digit number. */
export const standInBeacon = (value: string): string => `${PREFIX}${value}`

/** Recognises a made-up beacon regardless of case and surrounding spaces. */
export const isStandIn = (beacon: string): boolean => beacon.trim().toLowerCase().startsWith(PREFIX)

/** Throws DrawRefusal for a stand-in beacon outside a rehearsal: whoever invents the beacon can choose the winners. */
export function requirePublicBeacon(beacon: string | null, rehearsal: boolean): void {
  if (rehearsal || beacon === null || !isStandIn(beacon)) return
  throw new DrawRefusal('STAND_IN_BEACON', { beacon })
}
