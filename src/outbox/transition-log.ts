import { createListeners } from '#src/loading/listeners.ts'
import { MAX_TRANSITIONS } from './limits.ts'
import type { OutboxEvent, State } from './state.ts'

export type Transition = {
  /** Phone's clock, milliseconds since 1970. */
  readonly at: number
  readonly tab: string
  readonly job: string
  readonly owner: string
  /** The job's states, or `none` if the tab does not know the job. */
  readonly from: string
  readonly to: string
  readonly on: OutboxEvent['type']
  /** Why the queued job cannot be sent now. Null if it can be sent or is not queued. */
  readonly why: string | null
}

export type TransitionLog = {
  add(before: State, after: State, event: OutboxEvent): void
  all(): readonly Transition[]
  listen(run: (transition: Transition) => void): () => void
}

export function createTransitionLog(tab: string, now: () => number): TransitionLog {
  const kept: Transition[] = []
  const { tell, listen } = createListeners<[Transition]>()
  return {
    add(before, after, event) {
      const changed = new Set([...idsOf(before), ...idsOf(after)])
      for (const job of changed) {
        const from = labelOf(before, job)
        const to = labelOf(after, job)
        if (from === to) continue
        const known = after.jobs.get(job) ?? after.outcomes.get(job) ?? before.jobs.get(job) ?? before
        const owner = known.owner ?? ''
        const pause = after.pauses.get(`job:${job}`) ?? after.pauses.get('all')
        const why = to === 'queued' ? (pause?.why ?? null) : null
        const transition = { at: now(), tab, job, owner, from, to, on: event.type, why }
        kept.push(transition)
        if (kept.length > MAX_TRANSITIONS) kept.shift()
        tell(transition)
      }
    },
    all: () => kept,
    listen,
  }
}

const idsOf = ({ jobs, outcomes, active }: State): string[] => [
  ...jobs.keys(),
  ...outcomes.keys(),
  ...active.keys(),
]

function labelOf({ jobs, outcomes, active }: State, id: string): string {
  const doing = active.get(id)
  if (doing) return doing.step
  const job = jobs.get(id)
  // A job stored as `sending` by another tab or a closed page is queued for this tab.
  if (job) return job.state === 'dead' ? 'dead' : 'queued'
  return outcomes.get(id)?.state ?? 'none'
}
