import type { KeyValueStore } from '#src/ports.ts'
import { isBuffer } from '#src/storage/is-buffer.ts'
import {
  isCachedResponse,
  JOBS,
  jobKey,
  photoKey,
  photoPrefix,
  QUARANTINE,
  quarantineKey,
} from '#src/storage/keys.ts'
import { inOrder, type Job, type JobPhoto, parseJob } from './job.ts'
import { createSerial } from './serial.ts'
import type { StoredPhoto } from './upload.ts'

/** Stores the jobs of all customers on this phone and keeps a copy in memory for the screens. */
export type JobStore = {
  /** Returns all jobs in the order in which they were created. */
  all(): readonly Job[]
  get(id: string): Job | undefined
  /** Number of quarantined records, which this version of the app cannot read. */
  unreadable(): number
  /** Reads all jobs from the phone. Called at startup and after another tab has changed a job. */
  load(): Promise<void>
  /**
   * Saves a job with its photos and removes the jobs with the ids `replaced`, all in one transaction. Rejects
   * if the phone's storage is full.
   */
  add(job: Job, photos: readonly JobPhoto[], replaced: readonly string[]): Promise<void>
  /**
   * Updates a job if it still exists; if `change` returns null, nothing is written. Resolves with the changed
   * job, or null if it was not changed.
   */
  change(id: string, change: (job: Job) => Job | null): Promise<Job | null>
  remove(ids: readonly string[]): Promise<void>
  photo(owner: string, sha256: string): Promise<StoredPhoto | null>
  /**
   * False after the phone's database has failed. A record that cannot be found may then still exist in the
   * database.
   */
  durable(): boolean
  /** Notifies listeners of a change that is not stored, such as upload progress. */
  notifyChanged(): void
}

export function createJobStore(kv: KeyValueStore, changed: () => void): JobStore {
  let jobs = new Map<string, Job>()
  let quarantined = 0
  /**
   * Runs reads and writes one after the other, because a read that overlaps a write would return outdated
   * jobs.
   */
  const serial = createSerial()

  async function load() {
    const found = new Map<string, Job>()
    const toQuarantine: [string, unknown][] = []
    for (const [key, value] of await kv.entries(JOBS)) {
      const job = parseJob(value)
      if (job) found.set(job.id, job)
      else toQuarantine.push([key, undefined], [quarantineKey(key), value])
    }
    // After the database has failed, new jobs exist only in memory, so keep them when the list is reloaded.
    if (!kv.durable()) for (const [id, job] of jobs) found.set(id, found.get(id) ?? job)
    jobs = found
    if (toQuarantine.length > 0) await kv.set(toQuarantine).catch(() => undefined)
    quarantined = (await kv.keys(QUARANTINE)).length
    changed()
  }

  const photosOf = (job: Job) => job.photos.map(({ sha256 }) => photoKey(job.owner, sha256))

  /**
   * Returns the keys of the photos that no job except these uses. `more` are jobs about to be added, which
   * also use photos.
   */
  function photosUsedOnlyBy(ids: readonly string[], more: readonly Job[] = []): string[] {
    const others = [...jobs.values()].filter(job => !ids.includes(job.id))
    const used = new Set([...others, ...more].flatMap(photosOf))
    return ids
      .flatMap(id => jobs.get(id) ?? [])
      .flatMap(photosOf)
      .filter(key => !used.has(key))
  }

  async function add(job: Job, photos: readonly JobPhoto[], replaced: readonly string[]) {
    await kv.set([
      ...photos.map((photo): [string, unknown] => [
        photoKey(job.owner, photo.sha256),
        { type: photo.type, bytes: photo.bytes } satisfies StoredPhoto,
      ]),
      ...[...replaced.map(jobKey), ...photosUsedOnlyBy(replaced, [job])].map((key): [string, unknown] => [
        key,
        undefined,
      ]),
      [jobKey(job.id), job],
    ])
    for (const id of replaced) jobs.delete(id)
    jobs.set(job.id, job)
    changed()
  }

  async function change(id: string, next: (job: Job) => Job | null) {
    const known = jobs.get(id)
    let now: Job | null = null
    let seen = false
    const update = kv.update(jobKey(id), old => {
      const job = parseJob(old)
      if (!job) return undefined
      seen = true
      now = next(job)
      return now ?? undefined
    })
    // If the phone cannot write, the job is sent anyway. The idempotency key prevents a second effect if it
    // is sent twice.
    const written = await update.then(() => kv.durable()).catch(() => false)
    if (!seen && known && !written) now = next(known)
    else if (!seen) jobs.delete(id)
    if (now) jobs.set(id, now)
    changed()
    return now
  }

  async function remove(ids: readonly string[]) {
    const photos = photosUsedOnlyBy(ids)
    for (const id of ids) jobs.delete(id)
    await kv.delete([...ids.map(jobKey), ...photos])
    changed()
  }

  return {
    all: () => [...jobs.values()].sort(inOrder),
    get: id => jobs.get(id),
    unreadable: () => quarantined,
    load: () => serial(load),
    add: (job, photos, replaced) => serial(() => add(job, photos, replaced)),
    change: (id, next) => serial(() => change(id, next)),
    remove: ids => serial(() => remove(ids)),
    durable: kv.durable,
    notifyChanged: changed,
    photo: async (owner, sha256) => asPhoto(await kv.get(photoKey(owner, sha256)).catch(() => undefined)),
  }
}

function asPhoto(value: unknown): StoredPhoto | null {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('bytes' in value)) return null
  const { type, bytes } = value
  return typeof type === 'string' && isBuffer(bytes) ? { type, bytes } : null
}

/** Frees space on a full phone by deleting cached API responses. Jobs and drafts stay. */
export async function deleteCachedResponses(kv: KeyValueStore): Promise<void> {
  const keys = [...(await kv.keys('m/')), ...(await kv.keys('u/'))].filter(isCachedResponse)
  if (keys.length > 0) await kv.delete(keys)
}

/** Deletes a customer's queued photos. The jobs themselves are removed separately. */
export async function deletePhotos(kv: KeyValueStore, owner: string): Promise<void> {
  const keys = await kv.keys(photoPrefix(owner))
  if (keys.length > 0) await kv.delete(keys)
}

/** Deletes a customer's quarantined records and the quarantined records without an owner. */
export async function deleteQuarantined(kv: KeyValueStore, owner: string): Promise<void> {
  const keys = (await kv.entries(QUARANTINE)).flatMap(([key, value]) => {
    const recordOwner =
      typeof value === 'object' && value !== null && 'owner' in value ? value.owner : undefined
    return recordOwner === owner || typeof recordOwner !== 'string' ? [key] : []
  })
  if (keys.length > 0) await kv.delete(keys)
}
