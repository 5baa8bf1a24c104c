import { isRequest, type TimelineEntry } from '../api/types.ts'

/** Longest pause inside a story, milliseconds. */
const PAUSE_MS = 1_000

/** A story has at most this many entries before the selected one, and as many after it. */
const MAX_STEPS = 100

/** One entry of a story: its start after the start of the story and its duration, milliseconds. */
type Step = { readonly entry: TimelineEntry; readonly after: number; readonly ms: number }

/** Entries that belong together, as a waterfall, and the time from the first start to the last end. */
export type Story = { readonly steps: readonly Step[]; readonly ms: number }

/**
 * Returns the story of the entry with this key: the entries before and after it, ordered by their start. A pause of more
 * than a second without a running request, or another session, ends a story. Entries of other users are left out. LINE's
 * requests share no id, so the user and the time are the only ways to connect them.
 */
export function storyOf(all: readonly TimelineEntry[], key: string): Story {
  const chosen = all.find(entry => entry.key === key)
  if (chosen === undefined) return { steps: [], ms: 0 }
  const isOfUser = ({ user }: TimelineEntry) =>
    user === undefined || chosen.user === undefined || user === chosen.user
  const entries = all.filter(isOfUser)
  const selected = entries.indexOf(chosen)
  const first = Math.max(0, selected - MAX_STEPS)
  let steps: TimelineEntry[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const [offset, entry] of entries.slice(first, selected + MAX_STEPS + 1).entries()) {
    if (entry.kind === 'session' || entry.at - end > PAUSE_MS) {
      if (first + offset > selected) break
      steps = []
      end = Number.NEGATIVE_INFINITY
    }
    steps.push(entry)
    end = Math.max(end, entry.at + durationOf(entry))
  }
  const start = steps[0]?.at ?? 0
  return {
    steps: steps.map(entry => ({ entry, after: entry.at - start, ms: durationOf(entry) })),
    ms: end - start,
  }
}

function durationOf(entry: TimelineEntry): number {
  return isRequest(entry) ? entry.exchange.ms : 0
}
