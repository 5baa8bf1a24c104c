import { LIFF_ID } from '../../scenario/liff-id-schema.ts'
import type { TimelineEntry } from '../api/types.ts'

/** Number of newest entries to search. A launch fails right after the app was opened. */
const NEWEST = 40
const IN_ADDRESS = new RegExp(`\\b${LIFF_ID}\\b`)

/**
 * Returns the LIFF ID in the latest request that failed since `openedAt` (milliseconds since 1970), unless the scenario
 * has an app with that ID.
 */
export function unknownLiffId(
  entries: readonly TimelineEntry[],
  openedAt: number,
  known: readonly string[],
): string | undefined {
  for (const entry of entries.slice(-NEWEST).reverse()) {
    if (entry.kind !== 'request' || !entry.failed || entry.at < openedAt) continue
    const liffId = IN_ADDRESS.exec(entry.path + entry.query)?.[0]
    if (liffId !== undefined) return known.includes(liffId) ? undefined : liffId
  }
  return undefined
}
