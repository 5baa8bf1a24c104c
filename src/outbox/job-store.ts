import { isRecent } from '#contract/recent.ts'
import type { Disk, PageDisk } from '#src/ports.ts'
import { createMemoryStore } from '#src/storage/key-value-store.ts'
import {
  JOBS,
  jobKey,
  OUTCOMES,
  outcomeKey,
  photoKey,
  photoPrefix,
  privatePrefix,
  QUARANTINE,
} from '#src/storage/keys.ts'
import { makeSpace } from '#src/storage/make-space.ts'
import { ifStorageFails, isStorageFailure, reportDefect } from '#src/storage/storage-failure.ts'
import { type Job, type JobPhoto, type Outcome, parseJob, parseOutcome } from './job.ts'
import { type Entries, withKnownRecords } from './known-records.ts'
import { MAX_OUTCOMES, OUTCOME_MAX_AGE_MS } from './limits.ts'
import { parsePhoto } from './photos.ts'
import { type Stores, saveUnsaved } from './save-unsaved.ts'
import { createSerial } from './serial.ts'
import type { Snapshot } from './state.ts'
import type { StoredPhoto } from './upload.ts'

type Added = {
  readonly job: Job
  readonly photos: readonly JobPhoto[]
  readonly replaced: Job | null
  readonly mayReplace: (stored: Job) => boolean
  /** Returns false once the owner's data has been deleted. */
  readonly stays: () => boolean
  readonly outcomes: readonly Outcome[]
  readonly deletes: readonly string[]
}

/**
 * Stores jobs in the database, or in memory if that fails. Methods run one at a time. They reject if the database fails
 * or the app has a bug; bugs are also reported.
 */
export type JobStore = {
  /** `unreadable`: owners of unreadable records, with null for records without an owner. */
  load(now: number): Promise<Snapshot & { readonly unreadable: readonly (string | null)[] }>
  /**
   * `unsaved`: the job is only in memory. `kept`: not stored, because the job that it would replace may already have
   * been sent. `gone`: not stored, because the owner's data was deleted.
   */
  add(added: Added): Promise<'saved' | 'unsaved' | 'kept' | 'gone'>
  /** Writes nothing if `next` returns null. `found` is the record before the change. */
  change(
    id: string,
    next: (job: Job) => Job | null,
  ): Promise<{ readonly found: Job | null; readonly written: Job | null }>
  /** Resolves to false if `when` rejected the change, so that the job is still stored. */
  settle(outcome: Outcome, photos: readonly string[], when?: (job: Job) => boolean): Promise<boolean>
  saveUnsaved(): Promise<readonly Job[]>
  unsaved(): Promise<readonly Job[]>
  markShown(outcome: Outcome): Promise<void>
  purgeOutcomes(owner: string): Promise<void>
  purge(owner: string): Promise<void>
  /** Deletes this owner's unreadable records and those without an owner. */
  purgeUnreadable(owner: string): Promise<void>
  photo(owner: string, sha256: string): Promise<StoredPhoto | null>
}

export function createJobStore(pageDisk: PageDisk): JobStore {
  const memory = createMemoryStore()
  const rescued = new Set<string>()
  const disk = withKnownRecords(pageDisk, async records => {
    await memory.set(records)
    for (const [key] of records) rescued.add(key)
  })
  const stores: Stores = { disk, memory, deletesOf: new Map(), rescued }
  const inTurn = createSerial()
  const reporting = <T>(result: Promise<T>): Promise<T> => {
    result.catch(reportDefect)
    return result
  }
  const serial = <T>(work: () => Promise<T>): Promise<T> =>
    reporting(inTurn(() => disk.complete().then(work)))
  return {
    load: now => serial(() => load(stores, now)),
    add: added => serial(() => add(stores, added)),
    change: (id, next) => serial(() => change(stores, id, next)),
    settle: (outcome, photos, when = () => true) => serial(() => settle(stores, outcome, photos, when)),
    saveUnsaved: () => serial(() => saveUnsaved(stores)),
    unsaved: async () => jobsOf(await memory.entries(JOBS)),
    markShown: ({ id }) => serial(() => markShown(disk, id)),
    purgeOutcomes: owner => serial(() => purgeRecords(stores, [OUTCOMES], owner)),
    purge: owner => serial(() => purge(stores, owner)),
    purgeUnreadable: owner => serial(() => purgeUnreadable(disk, owner)),
    photo: (owner, sha256) => reporting(photo(stores, photoKey(owner, sha256))),
  }
}

const photo = async ({ memory, disk }: Stores, key: string): Promise<StoredPhoto | null> =>
  parsePhoto((await memory.get(key)) ?? (await disk.get(key)))

const jobsOf = (records: Entries): Job[] => records.flatMap(([, value]) => parseJob(value) ?? [])

const homeOf = async ({ disk, memory }: Stores, id: string): Promise<Disk> =>
  (await memory.get(jobKey(id))) === undefined ? disk : memory

async function load({ disk, memory }: Stores, now: number) {
  await restoreQuarantined(disk)
  const records = await disk.entries(JOBS)
  const unsaved = jobsOf(await memory.entries(JOBS))
  const jobs = [...jobsOf(records), ...unsaved]
  const stored = [...(await disk.entries(OUTCOMES)), ...(await memory.entries(OUTCOMES))]
  const outcomes = stored.flatMap(([, value]) => parseOutcome(value) ?? [])
  const old = outdated(outcomes, now)
  if (old.length > 0) await disk.delete(old.map(({ id }) => outcomeKey(id)))
  return {
    jobs,
    outcomes: outcomes.filter(outcome => !old.includes(outcome)),
    unsaved: unsaved.map(({ id }) => id),
    unreadable: [...(await disk.entries(QUARANTINE)), ...records.filter(isUnreadable)].map(([, value]) =>
      ownerOf(value),
    ),
  }
}

/** Resolves to true if nothing was stored because the job to replace must be kept. */
async function addTo(store: Disk, { job, photos, outcomes, replaced, mayReplace, deletes }: Added) {
  const entries: Entries = [
    ...photos.map(({ sha256, type, bytes }) => [photoKey(job.owner, sha256), { type, bytes }] as const),
    ...outcomes.map(outcome => [outcomeKey(outcome.id), outcome] as const),
    ...[...(replaced ? [jobKey(replaced.id)] : []), ...deletes].map(erase),
    [jobKey(job.id), job],
  ]
  let kept = false
  await store.transact(jobKey(replaced?.id ?? job.id), old => {
    const stored = parseJob(old)
    // If the record is missing, another tab has delivered or deleted the job.
    kept = stored === null ? replaced !== null : !mayReplace(stored)
    return kept ? null : entries
  })
  return kept
}

async function add(stores: Stores, added: Added): ReturnType<JobStore['add']> {
  if (!added.stays()) return 'gone'
  const { disk, memory, deletesOf } = stores
  const { job, replaced, deletes } = added
  const home = replaced ? await homeOf(stores, replaced.id) : disk
  if (home === memory) {
    if (await addTo(memory, { ...added, deletes: [] })) return 'kept'
    deletesOf.set(job.id, deletes)
    return 'unsaved'
  }
  try {
    const write = () => addTo(disk, added)
    return (await write().catch(error => makeSpace(disk, error).then(write))) ? 'kept' : 'saved'
  } catch (error) {
    if (!isStorageFailure(error)) throw error
    // Without deleting the old record from the database, both jobs would be sent.
    if (replaced && replaced.state !== 'dead') return 'kept'
    await addTo(memory, { ...added, replaced: null, deletes: [] })
    deletesOf.set(job.id, [...deletes, ...(replaced ? [jobKey(replaced.id)] : [])])
    return 'unsaved'
  }
}

async function change(stores: Stores, id: string, next: (job: Job) => Job | null) {
  const home = await homeOf(stores, id)
  let found: Job | null = null
  let written: Job | null = null
  const update = () =>
    home.transact(jobKey(id), old => {
      found = parseJob(old)
      written = found && next(found)
      return written && [[jobKey(id), written]]
    })
  await update().catch(error => makeSpace(stores.disk, error).then(update))
  return { found, written }
}

async function settle(
  stores: Stores,
  outcome: Outcome,
  photos: readonly string[],
  when: (job: Job) => boolean,
): Promise<boolean> {
  const home = await homeOf(stores, outcome.id)
  let gone = true
  await home.transact(jobKey(outcome.id), old => {
    const job = parseJob(old)
    gone = job === null || when(job)
    // The customer's data was deleted, or another tab has stored the outcome.
    if (job === null || !gone) return null
    return [erase(jobKey(outcome.id)), ...photos.map(erase), [outcomeKey(outcome.id), outcome]]
  })
  const deletes = stores.deletesOf.get(outcome.id)
  if (gone && deletes) await stores.disk.set(deletes.map(erase)).catch(ifStorageFails(undefined))
  return gone
}

const markShown = (disk: Disk, id: string): Promise<void> =>
  disk.transact(outcomeKey(id), old => {
    const outcome = parseOutcome(old)
    return outcome && [[outcomeKey(id), { ...outcome, shown: true }]]
  })

async function purgeRecords({ memory, disk }: Stores, prefixes: readonly string[], owner: string) {
  for (const store of [memory, disk]) {
    for (const prefix of prefixes) {
      const records = await store.entries(prefix)
      await store.delete(records.flatMap(([key, value]) => (ownerOf(value) === owner ? [key] : [])))
    }
  }
}

async function purge(stores: Stores, owner: string): Promise<void> {
  await stores.memory.deletePrefix(photoPrefix(owner))
  // Delete the copies before the jobs: another tab may be turning a receipt copy into a job (`offer-again.ts`).
  await stores.disk.deletePrefix(privatePrefix(owner)).catch(ifStorageFails(undefined))
  await purgeRecords(stores, [JOBS, OUTCOMES], owner)
  await stores.disk.deletePrefix(photoPrefix(owner))
  await purgeUnreadable(stores.disk, owner)
}

async function purgeUnreadable(disk: Disk, owner: string): Promise<void> {
  const unreadable = (await disk.entries(JOBS)).filter(isUnreadable)
  const keys = [...(await disk.entries(QUARANTINE)), ...unreadable].flatMap(([key, value]) =>
    (ownerOf(value) ?? owner) === owner ? [key] : [],
  )
  await disk.delete(keys)
}

const isUnreadable = ([, value]: Entries[number]): boolean => parseJob(value) === null

const erase = (key: string): [string, undefined] => [key, undefined]

async function restoreQuarantined(disk: Disk): Promise<void> {
  const entries = (await disk.entries(QUARANTINE)).flatMap(([key, value]) => {
    const job = parseJob(value)
    return job ? [[jobKey(job.id), value] as const, erase(key)] : []
  })
  if (entries.length > 0) await disk.set(entries).catch(ifStorageFails(undefined))
}

/** Returns the outcomes to delete: old ones that were shown, and those over the limit, shown ones first. */
function outdated(outcomes: readonly Outcome[], now: number): Outcome[] {
  const newest = [...outcomes].sort((a, b) => Number(a.shown) - Number(b.shown) || b.at - a.at)
  return newest.filter(
    ({ shown, at }, i) => i >= MAX_OUTCOMES || (shown && !isRecent(at, now, OUTCOME_MAX_AGE_MS)),
  )
}

function ownerOf(value: unknown): string | null {
  const owner = typeof value === 'object' && value !== null && 'owner' in value ? value.owner : null
  return typeof owner === 'string' ? owner : null
}
