import { APP_VERSION } from '#contract/limits.ts'
import { ifStorageFails } from '#src/storage/storage-failure.ts'
import { type Job, laneOf, type NewJob, neverSent, outcomeOf } from './job.ts'
import { MAX_JOBS, MAX_PHOTO_BYTES } from './limits.ts'
import { photosOfOnly } from './photos.ts'
import { serverNow } from './runner.ts'
import type { Runner } from './runner-type.ts'

/**
 * Stores a new job, or merges it into an unsent job. Replaces the edited job, or else the most recently refused job
 * with the same subject, unless its id is in `kept`. Resolves to the job's id, or null if too much is queued or the
 * owner's data was deleted (see `stays`).
 */
export async function enqueueJob(
  runner: Runner,
  requested: NewJob,
  owner: string,
  stays: () => boolean,
  kept: readonly string[] = [],
): Promise<string | null> {
  const { ports, state, store, dispatch } = runner
  const jobs = [...state().jobs.values()]
  const same = jobs.filter(
    job =>
      job.owner === owner &&
      job.subject === requested.subject &&
      laneOf(job) === laneOf(requested) &&
      !kept.includes(job.id),
  )
  const edited = same.find(({ id }) => id === requested.replaces)
  // An expired job is replaced only if its receipt is submitted again.
  const superseded = (job: Job) => job.state === 'dead' && (!job.expired || job.route === 'createReceipt')
  const refused = same.filter(superseded)
  const merged = requested.merges ? await merge(runner, same.at(-1), requested) : null
  if (merged !== null) {
    await replaceRefused(runner, refused)
    return merged
  }
  const replaced = edited ?? refused.at(-1) ?? null
  const job = newJob(runner, requested, owner)
  const others = jobs.filter(other => other.owner === owner && other !== replaced)
  if (overLimit([...others, job])) return null
  const removed = replaced ? [replaced.id] : []
  const outcomes = replaced ? [outcomeOf(replaced, 'replaced', ports.clock.now())] : []
  const stored = await store.add({
    job,
    photos: requested.photos ?? [],
    replaced,
    stays,
    mayReplace: old => old.state === 'dead' || (neverSent(old) && !state().active.has(old.id)),
    outcomes,
    deletes: [...(requested.deletes ?? []), ...photosOfOnly(removed, [...jobs, job])],
  })
  if (stored === 'gone') return null
  if (stored === 'kept') {
    const { replaces, otherwise, ...rest } = requested
    return enqueueJob(runner, edited ? (otherwise ?? rest) : requested, owner, stays, [...kept, ...removed])
  }
  dispatch({ type: 'changed', job, saved: stored === 'saved', removed, outcomes })
  await replaceRefused(
    runner,
    refused.filter(other => other !== replaced),
  )
  return job.id
}

/** Settles refused jobs, which would still be shown after the server has accepted the new receipt. */
async function replaceRefused({ ports, state, store, dispatch }: Runner, refused: readonly Job[]) {
  for (const job of refused) {
    const outcome = outcomeOf(job, 'replaced', ports.clock.now())
    const photos = photosOfOnly([job.id], state().jobs.values())
    const gone = await store.settle(outcome, photos, old => old.state === 'dead').catch(ifStorageFails(false))
    if (gone) dispatch({ type: 'changed', removed: [job.id], outcomes: [outcome] })
  }
}

async function merge(
  { state, store, changed }: Runner,
  newest: Job | undefined,
  requested: NewJob,
): Promise<string | null> {
  const untouched = (job: Job) => neverSent(job) && !state().active.has(job.id)
  if (!newest || newest.route !== requested.route || !untouched(newest)) return null
  const merging = (job: Job) =>
    untouched(job) ? { ...job, body: { ...(job.body as object), ...(requested.body as object) } } : null
  const { written } = await store.change(newest.id, merging).catch(ifStorageFails({ written: null }))
  if (written === null) return null
  changed(written)
  return written.id
}

export function newJob(runner: Runner, requested: NewJob, owner: string): Job {
  const { ids } = runner.ports
  const state = runner.state()
  const jobs = [...state.jobs.values()]
  // Sending a receipt again with changes is a new write and needs a new key.
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
    createdAt: serverNow(runner),
    notBefore: 0,
    waitsFrom: 0,
    attempts: 0,
    state: 'queued',
    claim: null,
    expired: false,
    lost: false,
    failure: null,
    appVersion: APP_VERSION,
  }
}

function overLimit(jobs: readonly Job[]): boolean {
  const bytes = jobs.flatMap(job => job.photos).reduce((sum, photo) => sum + photo.size, 0)
  return jobs.length > MAX_JOBS || bytes > MAX_PHOTO_BYTES
}
