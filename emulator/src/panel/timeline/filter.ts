import { assertNever } from '../../assert-never.ts'
import { isRequest, type RequestEntry, type TimelineEntry, timelineText } from '../api/types.ts'
import type { TimelineTexts } from '../texts/en/timeline.ts'

export const STATUSES = ['', '2xx', '3xx', '4xx', '5xx', 'none'] as const

/** An empty string matches all entries. */
export type TimelineFilter = {
  readonly kind: keyof TimelineTexts['filters']
  /** An entry must contain all of these words, in any order. */
  readonly text: string
  readonly host: string
  /** `none` means a request without a response. */
  readonly status: (typeof STATUSES)[number]
  /** Lower-case user ID. */
  readonly user: string
}

export const NO_FILTER: TimelineFilter = { kind: 'all', text: '', host: '', status: '', user: '' }

/** Returns the matching entries, and the number of hidden failures. */
export function filtered(
  entries: readonly TimelineEntry[],
  filter: TimelineFilter,
  texts: TimelineTexts,
): { readonly shown: readonly TimelineEntry[]; readonly hiddenFailures: number } {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = entries.filter(
    entry =>
      isOfKind(entry, filter.kind) &&
      (filter.host === '' || (isRequest(entry) && entry.host === filter.host)) &&
      (filter.status === '' || (isRequest(entry) && statusClass(entry) === filter.status)) &&
      (filter.user === '' || entry.user === filter.user) &&
      words.every(word => searchText(entry, texts).includes(word)),
  )
  return { shown, hiddenFailures: failuresIn(entries) - failuresIn(shown) }
}

export function failuresIn(entries: readonly TimelineEntry[]): number {
  return entries.filter(({ failed }) => failed).length
}

export function hostsIn(entries: readonly TimelineEntry[]): readonly string[] {
  return [...new Set(entries.filter(isRequest).map(({ host }) => host))].sort()
}

export function usersIn(entries: readonly TimelineEntry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ user }) => user ?? []))].sort()
}

function statusClass({ status }: RequestEntry): string {
  return status === 0 ? 'none' : `${Math.floor(status / 100)}xx`
}

function isOfKind(entry: TimelineEntry, kind: TimelineFilter['kind']): boolean {
  if (entry.kind === 'session') return kind !== 'failed'
  switch (kind) {
    case 'all':
      return true
    case 'request':
      return entry.kind === 'request' || entry.kind === 'bridge'
    case 'app':
      return entry.kind === 'app'
    case 'page':
      return !isRequest(entry) && entry.kind !== 'bridge'
    case 'failed':
      return entry.failed
    default:
      return assertNever(kind)
  }
}

/** Cached per language, because formatting 10,000 entries on every key press is slow. */
const searchTexts = new WeakMap<TimelineTexts, WeakMap<TimelineEntry, string>>()

function searchText(entry: TimelineEntry, texts: TimelineTexts): string {
  const known = searchTexts.get(texts) ?? new WeakMap<TimelineEntry, string>()
  searchTexts.set(texts, known)
  const before = known.get(entry)
  if (before !== undefined) return before
  const parts = isRequest(entry)
    ? [entry.method, entry.host + entry.path + entry.query, String(entry.status)]
    : [timelineText(entry.title, texts)]
  const text = [...parts, timelineText(entry.note, texts), JSON.stringify(entry.detail)]
    .join('\n')
    .toLowerCase()
  known.set(entry, text)
  return text
}
