import type { QueueEvent } from '../../page-events.ts'
import type { QueueJob } from '../../queue.ts'

/** What one job's change looks like in the timeline. */
export type QueueChange = {
  readonly job: QueueJob
  readonly title: string
  /** What happened: "enqueued", "waiting until 14:03:22", "received". */
  readonly text: string
}

/**
 * Maximum number of changed jobs that one announcement adds to the timeline. More than that are usually the jobs
 * that the phone had stored before the page loaded, and would push everything else out of sight.
 */
const MAX_CHANGES = 20

/**
 * Compares two announcements of one page's queue. Returns a change for each job that is new, has another state or
 * another next try, or is gone without an outcome. `before` is undefined for a page's first announcement.
 */
export function queueChanges(
  before: Pick<QueueEvent, 'jobs'> | undefined,
  after: Pick<QueueEvent, 'jobs' | 'total'>,
): readonly QueueChange[] {
  const known = new Map(before?.jobs.map(job => [job.key, job]))
  const changed = after.jobs.flatMap(job => {
    const text = changeText(known.get(job.key), job)
    known.delete(job.key)
    return text === null ? [] : [{ job, title: job.name, text }]
  })
  // The announcement is cut off after its first jobs, so a job that is missing from it may still be queued.
  const complete = after.total === after.jobs.length
  const gone = [...known.values()]
    .filter(job => complete && (job.state === 'queued' || job.state === 'sending'))
    .map(job => ({ job, title: job.name, text: 'left the queue' }))
  return [...gone, ...changed].slice(0, MAX_CHANGES)
}

function changeText(before: QueueJob | undefined, job: QueueJob): string | null {
  const nextTry = job.nextTry ?? null
  if (before?.state === job.state && (before.nextTry ?? null) === nextTry) return null
  if (job.state !== 'queued') return before?.state === job.state ? null : job.state
  if (nextTry !== null) return `waiting until ${timeText.format(nextTry)}`
  if (before === undefined) return 'enqueued'
  return before.state === 'queued' ? 'due now' : 'queued again'
}

/** Returns when a job is sent next, relative to the phone's time `now`: "in 12 s", "in 3 min", "due". */
export function untilText(nextTry: number, now: number): string {
  const seconds = Math.ceil((nextTry - now) / 1000)
  if (seconds <= 0) return 'due'
  return seconds < 120 ? `in ${seconds} s` : `in ${Math.round(seconds / 60)} min`
}

const timeText = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
