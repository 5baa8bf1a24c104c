import { JOBS, photoKey } from '#src/storage/keys.ts'
import type { Page, Phone } from '#tests/kit/phone.ts'
import type { PhotoDamage } from './history.ts'
import type { World } from './world.ts'
import type { Write } from './writes.ts'

/** Acts on the phone's own copy of the data: damaged photos, a deleted database, and records of an older build. */

type Stored = { readonly type: string; readonly bytes: ArrayBuffer }

const damages: Readonly<Record<PhotoDamage, (photo: Stored) => Stored | undefined>> = {
  empty: ({ type }) => ({ type, bytes: new ArrayBuffer(0) }),
  short: ({ type, bytes }) => ({ type, bytes: bytes.slice(0, 200) }),
  changed({ type, bytes }) {
    const copy = new Uint8Array(bytes.slice(0))
    copy[100] = (copy[100] ?? 0) ^ 1
    return { type, bytes: copy.buffer }
  },
  missing: () => undefined,
}

/** Damages the stored photo of a receipt. The server may then refuse the jobs that have not yet uploaded the photo. */
export function damagePhoto({ phone, writes, customer }: World, receipt: Write, damage: PhotoDamage): void {
  const [sha256] = photosOf(receipt)
  const key = photoKey(customer(receipt.owner).customerId, sha256 ?? '')
  const [, photo] = phone.disk.peek(key)[0] ?? []
  if (sha256 === undefined || photo === undefined) return
  void phone.disk.set([[key, damages[damage](photo as Stored)]])
  for (const write of writes)
    if (write.owner === receipt.owner && photosOf(write).includes(sha256)) losePhoto(write)
}

/**
 * Marks the photos that are lost because their page closed or crashed before it could store them again after the
 * database was deleted.
 */
export function notePhotosOfEndedPages({ writes }: World): void {
  for (const write of writes)
    if (write.unsaved && write.page.dead() && photosOf(write).length > 0) losePhoto(write)
}

const losePhoto = (write: Write) => Object.assign(write, { mayFail: true, photoLost: true })

const photosOf = ({ job }: Write): readonly string[] => (job.photos ?? []).map(({ sha256 }) => sha256)

/**
 * Deletes the phone's database. Only open pages that are not frozen and can use the database can store their jobs
 * again.
 */
export function deleteDatabase({ phone, pages, writes }: World): void {
  const keepers = pages.filter(
    page => !page.dead() && !page.frozen() && !page.hasLostStorage() && page.outbox.loaded(),
  )
  const stored = new Set(phone.disk.peek(JOBS).map(([key]) => key))
  for (const write of writes) {
    if (!stored.has(JOBS + write.id)) continue
    const keeper = keepers.find(({ outbox }) => outbox.views().some(({ id }) => id === write.id))
    // Only the page that received the photo has its bytes.
    if (!keepers.includes(write.page) && photosOf(write).length > 0) losePhoto(write)
    if (keeper === undefined) write.deleted = true
    else Object.assign(write, { page: keeper, unsaved: true })
  }
  void phone.deleteDatabase()
}

/**
 * Opens a page of the previous build, which writes job records without a claim and gives jobs that wait for a sign-in
 * the state `blocked-auth`.
 */
export function openPreviousBuild(phone: Phone): Page {
  const { base } = phone
  phone.base = () => {
    const page = base()
    const { disk } = page.ports
    const older = (entries: Parameters<typeof disk.set>[0]) =>
      entries.map(([key, value]) => [key, key.startsWith(JOBS) ? olderJob(value) : value] as const)
    return {
      ...page,
      ports: {
        ...page.ports,
        disk: {
          ...disk,
          set: entries => disk.set(older(entries)),
          transact: (key, change) =>
            disk.transact(key, old => {
              const entries = change(old)
              return entries && older(entries)
            }),
        },
      },
    }
  }
  const page = phone.open()
  phone.base = base
  return page
}

/** Returns a job's record as the previous build stores it. */
export function olderJob(value: unknown): unknown {
  if (value === undefined) return undefined
  const { claim: _, waitsFrom: __, ...job } = value as Record<string, unknown>
  const failure = job.failure as { readonly status?: number } | null
  return job.state === 'queued' && failure?.status === 401 ? { ...job, state: 'blocked-auth' } : job
}
