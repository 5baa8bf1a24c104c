import { sessionEntry, timelineEntry } from '../api/convert.ts'
import type { DroppedRequests, StoredTimeline, TimelineEntry } from '../api/types.ts'

/** When the limit is exceeded, the oldest entries are dropped. */
export const MAX_ENTRIES = 10_000

/** `entries` is sorted from oldest to newest. `dropped` is the number of dropped entries. */
export type TimelineLog = {
  readonly entries: readonly TimelineEntry[]
  readonly dropped: DroppedRequests
}

export const EMPTY_LOG: TimelineLog = { entries: [], dropped: { count: 0, failures: 0 } }

/**
 * Inserts an entry by its time, or replaces the entry with the same key. The app's requests are reported when they
 * finish, after entries that began later.
 */
export function merged({ entries: before, dropped }: TimelineLog, entry: TimelineEntry): TimelineLog {
  const at = before.findLastIndex(({ key }) => key === entry.key)
  if (at >= 0) return { entries: before.with(at, entry), dropped }
  const later = before.findLastIndex(each => each.at <= entry.at) + 1
  return limited({ entries: before.toSpliced(later, 0, entry), dropped })
}

/**
 * Merges in the emulator's stored requests and sessions when the panel connects. Keeps page entries, and requests that
 * the emulator has since dropped; a newly opened panel knows only how many were dropped. A restarted emulator numbers
 * its requests from 1 again, so the same key with a different time is another request.
 */
export function reloaded(log: TimelineLog, { requests, sessions, dropped }: StoredTimeline): TimelineLog {
  const { entries: before } = log
  const knowsOlder = before.some(({ at }) => at < (requests[0]?.at ?? Number.POSITIVE_INFINITY))
  const stored = [...sessions.slice(1).map(sessionEntry), ...requests.map(timelineEntry)]
  const times = new Map(stored.map(({ key, at }) => [key, at]))
  const kept = before.flatMap(entry => {
    const at = times.get(entry.key)
    if (at === undefined) return [entry]
    return at === entry.at ? [] : [{ ...entry, key: `${entry.key}@${entry.at}` }]
  })
  return limited({
    entries: [...kept, ...stored].sort((a, b) => a.at - b.at),
    dropped: knowsOlder ? log.dropped : dropped,
  })
}

function limited({ entries, dropped }: TimelineLog): TimelineLog {
  const over = entries.length - MAX_ENTRIES
  if (over <= 0) return { entries, dropped }
  const failures = entries.slice(0, over).filter(({ failed }) => failed).length
  return {
    entries: entries.slice(over),
    dropped: { count: dropped.count + over, failures: dropped.failures + failures },
  }
}
