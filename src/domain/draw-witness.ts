import type { DrawSeal } from '#contract/schema/master.ts'

/** A seal of the draw's list that this phone has kept. `seenAt`: when it first saw it, in milliseconds since 1970. */
export type SeenSeal = DrawSeal & { readonly seenAt: number }

/** What this phone can say about the published hash of the list. Times are in milliseconds since 1970. */
export type Witness =
  /** The phone has kept this hash, and no other one, since before the draw. */
  | { readonly kind: 'same'; readonly since: number }
  /** The phone has kept another hash. `shown` is the published one, or null if none is published any more. */
  | {
      readonly kind: 'different'
      readonly kept: string
      readonly since: number
      readonly shown: string | null
    }
  /** The phone has seen no hash before the draw, so it cannot say anything. */
  | { readonly kind: 'unseen' }

/**
 * Compares the published hash of the list with the seals that this phone has kept, in the order in which it saw them. `from`
 * is when the beacon became known, or the result: a seal that was first seen later can have been chosen with it. Returns
 * null if there is nothing to compare.
 */
export function witnessOf(
  seals: readonly SeenSeal[],
  entriesHash: string | null,
  from: number | null,
): Witness | null {
  const other = seals.find(seal => seal.entriesHash !== entriesHash)
  if (other) return { kind: 'different', kept: other.entriesHash, since: other.seenAt, shown: entriesHash }
  if (entriesHash === null) return null
  const since = seals[0]?.seenAt
  return since === undefined || (from !== null && since >= from)
    ? { kind: 'unseen' }
    : { kind: 'same', since }
}
