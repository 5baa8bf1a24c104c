import { isRequest, type TimelineEntry, timelineText } from '../api/types.ts'
import type { TimelineTexts } from '../texts/en/timeline.ts'

/** A row of the timeline: an entry, or several consecutive equal entries. */
export type Fold = {
  /** Key of the first entry, so that adding equal entries does not change it. */
  readonly key: string
  readonly newest: TimelineEntry
  readonly count: number
}

/**
 * Folds consecutive entries that differ only in time and details. `unfolded` contains the keys of folds opened by the
 * user.
 */
export function folded(
  entries: readonly TimelineEntry[],
  texts: TimelineTexts,
  unfolded: ReadonlySet<string> = new Set(),
): readonly Fold[] {
  const folds: Fold[] = []
  let runKey = ''
  for (const entry of entries) {
    const last = folds.at(-1)
    const repeats = last !== undefined && isRepeat(last.newest, entry, texts)
    if (!repeats) runKey = entry.key
    if (repeats && !unfolded.has(runKey))
      folds[folds.length - 1] = { key: last.key, newest: entry, count: last.count + 1 }
    else folds.push({ key: entry.key, newest: entry, count: 1 })
  }
  return folds
}

function isRepeat(a: TimelineEntry, b: TimelineEntry, texts: TimelineTexts): boolean {
  if (a.kind !== b.kind || a.kind === 'session' || a.failed !== b.failed || a.user !== b.user) return false
  if (timelineText(a.note, texts) !== timelineText(b.note, texts)) return false
  if (isRequest(a))
    return (
      isRequest(b) &&
      a.method === b.method &&
      a.status === b.status &&
      a.host + a.path + a.query === b.host + b.path + b.query
    )
  return !isRequest(b) && timelineText(a.title, texts) === timelineText(b.title, texts)
}
