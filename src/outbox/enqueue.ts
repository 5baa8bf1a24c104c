import { APP_VERSION } from '#contract/limits.ts'
import type { Failure, Ports } from '#src/ports.ts'
import { type Job, laneOf, type NewJob, neverSent } from './job.ts'
import { deleteCachedResponses, type JobStore } from './job-store.ts'
import { MAX_JOBS, MAX_PHOTO_BYTES } from './limits.ts'

/**
 * The id of the saved job, or the reason why it could not be saved. If the reason is `quota` or `storage`,
 * the caller can still try to send `job` immediately.
 */
export type Saved =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly reason: 'limit' }
  | { readonly ok: false; readonly reason: 'quota' | 'storage'; readonly job: Job }

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
 * Saves a new job, or merges it into an unsent job on the same subject. Refused jobs on that subject are
 * replaced: they are removed in the same transaction.
 */
export async function saveJob(
  ports: Pick<Ports, 'kv' | 'clock' | 'ids'>,
  store: JobStore,
  requested: NewJob,
  owner: string,
  sending: (id: string) => boolean,
): Promise<Saved> {
  const same = store
    .all()
    .filter(
      job => job.owner === owner && job.subject === requested.subject && laneOf(job) === laneOf(requested),
    )
  if (requested.merges) {
    const id = await merge(store, same, requested, sending)
    if (id !== null) return { ok: true, id }
  }
  // Keep an expired job until the customer decides about it. Only submitting the same receipt again replaces
  // it.
  const superseded = (job: Job) => !job.expired || job.route === 'createReceipt'
  const replaced = same.filter(job => job.state === 'dead' && superseded(job))
  const job = newJob(ports, store, requested, owner)
  if (overLimit([...store.all().filter(other => !replaced.includes(other)), job]))
    return { ok: false, reason: 'limit' }
  const ids = replaced.map(old => old.id)
  const save = () => store.add(job, requested.photos ?? [], ids)
  try {
    await save().catch(() => deleteCachedResponses(ports.kv).then(save))
    return { ok: true, id: job.id }
  } catch (error) {
    const full = error instanceof Error && error.name === 'QuotaExceededError'
    return { ok: false, reason: full ? 'quota' : 'storage', job }
  }
}

async function merge(
  store: JobStore,
  same: readonly Job[],
  requested: NewJob,
  sending: (id: string) => boolean,
): Promise<string | null> {
  const newest = same.at(-1)
  const untouched = (job: Job) => neverSent(job) && !sending(job.id)
  if (!newest || newest.route !== requested.route || !untouched(newest)) return null
  const merged = await store.change(newest.id, job =>
    untouched(job) ? { ...job, body: { ...(job.body as object), ...(requested.body as object) } } : null,
  )
  return merged?.id ?? null
}

function newJob(ports: Pick<Ports, 'clock' | 'ids'>, store: JobStore, requested: NewJob, owner: string): Job {
  return {
    v: 1,
    seq: (store.all().at(-1)?.seq ?? 0) + 1,
    id: requested.id !== undefined && !store.get(requested.id) ? requested.id : ports.ids.uuid(),
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
    createdAt: ports.clock.now(),
    notBefore: 0,
    waitsFrom: 0,
    attempts: 0,
    state: 'queued',
    expired: false,
    failure: null,
    appVersion: APP_VERSION,
  }
}

function overLimit(jobs: readonly Job[]): boolean {
  const bytes = jobs.flatMap(job => job.photos).reduce((sum, photo) => sum + photo.size, 0)
  return jobs.length > MAX_JOBS || bytes > MAX_PHOTO_BYTES
}
