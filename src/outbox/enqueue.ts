import { APP_VERSION } from '#contract/limits.ts'
import type { Failure, Ports } from '#src/ports.ts'
import { type Job, laneOf, type NewJob, neverSent, outcomeOf } from './job.ts'
import { photosOfOnly } from './job-store.ts'
import { MAX_JOBS, MAX_PHOTO_BYTES } from './limits.ts'
import type { Runner } from './runner.ts'
import type { State } from './state.ts'

type EnqueuePorts = Pick<Ports, 'clock' | 'ids'>
type Queue = Pick<Runner, 'state' | 'dispatch' | 'store'>

/** The failure reported for a write if its customer is no longer signed in. */
export const signedOutFailure: Failure = {
  kind: 'refused',
  status: 401,
  code: 'UNAUTHORIZED',
  message: '',
  fields: [],
  requestId: '',
  retryAfter: null,
  current: null,
}

/**
 * Stores a new job, or merges it into an unsent job on the same subject. Refused jobs on that subject are
 * replaced, and so is the queued job that the customer has edited, except those in `kept`. Resolves with the id of the
 * job, or with null if too much is queued.
 */
export async function enqueueJob(
  ports: EnqueuePorts,
  queue: Queue,
  requested: NewJob,
  owner: string,
  kept: readonly string[] = [],
): Promise<string | null> {
  const jobs = [...queue.state().jobs.values()]
  const same = jobs.filter(
    job =>
      job.owner === owner &&
      job.subject === requested.subject &&
      laneOf(job) === laneOf(requested) &&
      !kept.includes(job.id),
  )
  const merged = requested.merges ? await merge(queue, same.at(-1), requested) : null
  if (merged !== null) return merged
  const edited = same.filter(({ id }) => id === requested.replaces)
  // Keep an expired job until the customer decides about it. Only submitting the same receipt again replaces
  // it.
  const superseded = (job: Job) => !job.expired || job.route === 'createReceipt'
  const refused = same.filter(job => job.state === 'dead' && superseded(job) && !edited.includes(job))
  const replaced = [...edited, ...refused]
  const job = newJob(ports, queue.state(), requested, owner)
  if (overLimit([...jobs.filter(other => !replaced.includes(other)), job])) return null
  const removed = replaced.map(({ id }) => id)
  const now = ports.clock.now()
  const outcomes = replaced.map(old => outcomeOf(old, 'replaced', now))
  const stored = await queue.store.add({
    job,
    photos: requested.photos ?? [],
    replaced,
    mayReplace: old => old.state === 'dead' || (neverSent(old) && !queue.state().active.has(old.id)),
    outcomes,
    deletes: [...(requested.deletes ?? []), ...photosOfOnly(removed, [...jobs, job])],
  })
  // The first job to be replaced may already have been sent, or another tab has settled it, so it must stay.
  if (stored === 'kept') {
    const { replaces, otherwise, ...rest } = requested
    const next = edited.length > 0 ? (otherwise ?? rest) : requested
    return enqueueJob(ports, queue, next, owner, [...kept, ...removed.slice(0, 1)])
  }
  queue.dispatch({ type: 'changed', job, saved: stored === 'saved', removed, outcomes })
  return job.id
}

async function merge(queue: Queue, newest: Job | undefined, requested: NewJob): Promise<string | null> {
  const untouched = (job: Job) => neverSent(job) && !queue.state().active.has(job.id)
  if (!newest || newest.route !== requested.route || !untouched(newest)) return null
  const merging = (job: Job) =>
    untouched(job) ? { ...job, body: { ...(job.body as object), ...(requested.body as object) } } : null
  const { written } = await queue.store.change(newest.id, merging).catch(() => ({ written: null }))
  if (written === null) return null
  queue.dispatch({ type: 'changed', job: written, saved: !queue.state().unsaved.has(written.id) })
  return written.id
}

function newJob({ ids, clock }: EnqueuePorts, state: State, requested: NewJob, owner: string): Job {
  const jobs = [...state.jobs.values()]
  // A receipt that was sent before may be sent again with changes. That is another write with its own key.
  const taken = (id: string) => state.jobs.has(id) || state.outcomes.has(id)
  return {
    v: 1,
    seq: Math.max(0, ...jobs.map(({ seq }) => seq)) + 1,
    id: requested.id !== undefined && !taken(requested.id) ? requested.id : ids.uuid(),
    owner,
    route: requested.route,
    params: { ...requested.params },
    body: requested.body ?? null,
    subject: requested.subject,
    photos: (requested.photos ?? []).map(({ sha256, type, bytes }) => ({
      sha256,
      type,
      size: bytes.byteLength,
    })),
    ifMatch: requested.ifMatch ?? null,
    createdAt: clock.now(),
    notBefore: 0,
    waitsFrom: 0,
    attempts: 0,
    state: 'queued',
    claim: null,
    expired: false,
    failure: null,
    appVersion: APP_VERSION,
  }
}

function overLimit(jobs: readonly Job[]): boolean {
  const bytes = jobs.flatMap(job => job.photos).reduce((sum, photo) => sum + photo.size, 0)
  return jobs.length > MAX_JOBS || bytes > MAX_PHOTO_BYTES
}
