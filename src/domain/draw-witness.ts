import type { DrawSeal } from '#contract/schema/master.ts'

/** `seenAt` is in milliseconds since 1970. */
export type SeenSeal = DrawSeal & { readonly seenAt: number }

/** Whether the published hash matches the hashes that this phone received. Times are in milliseconds since 1970. */
export type Witness =
  /** The phone received only this hash, and before the draw. */
  | { readonly kind: 'same'; readonly since: number }
  /** `shown` is null if no hash is published any more. */
  | {
      readonly kind: 'different'
      readonly kept: string
      readonly since: number
      readonly shown: string | null
    }
  | { readonly kind: 'unseen' }

/**
 * `seals` are in the order of arrival. A list first received after `from`, when the beacon or the result was published,
 * may have been chosen to suit the beacon. Returns null if there is nothing to compare.
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
