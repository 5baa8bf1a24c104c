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
 * Returns the entries around the one with this key, in the order in which they began, without those of other users. A
 * story ends with a pause of more than a second in which nothing was running, and never continues in another session.
 * LINE's requests have no id in common, so only users and times tell which belong together.
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
