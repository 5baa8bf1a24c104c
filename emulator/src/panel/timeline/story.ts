import { isRequest, type TimelineEntry } from '../api/types.ts'

const PAUSE_MS = 1_000

/** Maximum number of entries on each side of the selected entry. */
const MAX_STEPS = 100

/** `after` is the time since the start of the story, in ms. */
type Step = { readonly entry: TimelineEntry; readonly after: number; readonly ms: number }

/** Related entries, and the time that they span in ms. */
export type Story = { readonly steps: readonly Step[]; readonly ms: number }

/**
 * Returns the entries around the one with this key, sorted by start time. A story ends at another session, or at a
 * pause of more than a second without a running request. LINE's requests share no id, so only the user and the time can
 * connect them.
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
