import type { QueueEvent } from '../../page-events.ts'
import type { QueueJob } from '../../queue.ts'
import type { TimelineTexts } from '../texts/en/timeline.ts'
import type { TimelineText } from './types.ts'

export type QueueChange = {
  readonly job: QueueJob
  readonly title: string
  /** For example "enqueued", "waiting until 14:03:22" or "received". */
  readonly text: TimelineText
}

/**
 * Limit per announcement. A longer list usually contains jobs stored before the page loaded, which would push
 * everything else out of view.
 */
const MAX_CHANGES = 20

/**
 * Compares two announcements of a page's queue. Returns a change for each job that is new, has a different state or
 * next try, or has disappeared without an outcome.
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
  // Announcements are truncated, so a missing job may still be queued.
  const complete = after.total === after.jobs.length
  const gone = [...known.values()]
    .filter(job => complete && (job.state === 'queued' || job.state === 'sending'))
    .map(job => ({ job, title: job.name, text: leftQueue }))
  return [...gone, ...changed].slice(0, MAX_CHANGES)
}

const leftQueue = (texts: TimelineTexts) => texts.leftQueue

function changeText(before: QueueJob | undefined, job: QueueJob): TimelineText | null {
  const nextTry = job.nextTry ?? null
  if (before?.state === job.state && (before.nextTry ?? null) === nextTry) return null
  if (job.state !== 'queued') return before?.state === job.state ? null : texts => texts.states[job.state]
  if (nextTry !== null) return texts => texts.waitingUntil(timeText.format(nextTry))
  if (before === undefined) return texts => texts.enqueued
  return before.state === 'queued' ? texts => texts.dueNow : texts => texts.queuedAgain
}

/** Formats a time relative to the phone's time `now`: "in 12 s", "in 3 min", "due". */
export function untilText(nextTry: number, now: number, texts: TimelineTexts): string {
  const seconds = Math.ceil((nextTry - now) / 1000)
  if (seconds <= 0) return texts.due
  return seconds < 120 ? texts.inSeconds(seconds) : texts.inMinutes(Math.round(seconds / 60))
}

const timeText = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
