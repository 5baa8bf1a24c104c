import * as v from 'valibot'
import type { BodyInput } from '#contract/calls.ts'
import { isRecent } from '#contract/recent.ts'
import { sha256, uuid } from '#contract/schema/common.ts'
import type { Disk } from '#src/ports.ts'
import { keptKey, keptPhotoKey } from '#src/storage/keys.ts'
import { writeWhileSignedIn } from '#src/storage/signed-in.ts'
import { reportDefect } from '#src/storage/storage-failure.ts'
import { type Job, laneOf, type Outcome } from './job.ts'
import { KEPT_MS, MAX_KEPT, MAX_KEPT_BYTES } from './limits.ts'
import type { Runner } from './runner.ts'
import type { StoredPhoto } from './upload.ts'

/*
 * For a week, the phone keeps a copy of each receipt that the server has, with its photos. If the server is restored from
 * an older backup, the receipt is missing there, and the phone offers to send it again (`offer-again.ts`). The copies are
 * private records: signing out and leaving delete them, and on a full phone they are deleted first.
 */

const keptSchema = v.object({
  v: v.literal(1),
  /** When the server acknowledged these contents, by the phone's clock in milliseconds since 1970. */
  at: v.number(),
  /** The epoch of the server's data in which the receipt was there; null if the page did not know it yet. */
  epoch: v.nullable(v.string()),
  /** Bytes of the photos that came with these contents. */
  bytes: v.number(),
  /** True while the organiser refuses the receipt. */
  refused: v.boolean(),
  /** Creates the receipt with the newest contents that the server has accepted. */
  body: v.looseObject({ id: uuid, images: v.array(sha256) }),
})
export type KeptReceipt = v.InferOutput<typeof keptSchema>

export function parseKept(value: unknown): KeptReceipt | null {
  const parsed = v.safeParse(keptSchema, value)
  return parsed.success ? parsed.output : null
}

/** Returns the customer's copies, the newest first. */
export async function keptReceipts(disk: Pick<Disk, 'entries'>, owner: string): Promise<KeptReceipt[]> {
  const records = await disk.entries(keptKey(owner, ''))
  return records.flatMap(([, value]) => parseKept(value) ?? []).sort((a, b) => b.at - a.at)
}

type Photos = ReadonlyMap<string, StoredPhoto>

/**
 * Reads what a job has sent, and returns the function that keeps it. That function resolves with false if the phone could
 * not store the copy. The photos have to be read before the job's outcome is stored, because that deletes them.
 */
export async function keeperOf(
  runner: Runner,
  job: Job,
  { state, at }: Outcome,
): Promise<() => Promise<boolean>> {
  if (state !== 'received' || laneOf(job) !== 'receipt') return async () => true
  const photos = new Map<string, StoredPhoto>()
  for (const { sha256 } of job.photos) {
    const photo = await runner.store.photo(job.owner, sha256).catch(() => null)
    if (photo) photos.set(sha256, photo)
  }
  const { disk } = runner.ports
  const seen = { at, epoch: runner.epochs.get(job.owner) ?? null }
  return () =>
    keep(disk, job, photos, seen)
      .then(() => tidy(disk, job.owner, at))
      .then(() => true)
      .catch(error => {
        reportDefect(error)
        return false
      })
}

async function keep(disk: Disk, job: Job, photos: Photos, seen: Pick<KeptReceipt, 'at' | 'epoch'>) {
  const { owner, subject } = job
  const fields = job.route === 'deleteReceipt' ? null : (job.body as BodyInput<'updateReceipt'>)
  const stored = new Set(await disk.keys(keptPhotoKey(owner, '')))
  const hasPhoto = (hash: string) => photos.has(hash) || stored.has(keptPhotoKey(owner, hash))
  if (fields?.images.every(hasPhoto)) {
    const bytes = [...photos.values()].reduce((sum, photo) => sum + photo.bytes.byteLength, 0)
    const kept: KeptReceipt = {
      v: 1,
      ...seen,
      bytes,
      refused: false,
      body: { ...fields, id: subject, images: [...fields.images] },
    }
    const entries = [...photos].map(([hash, photo]) => [keptPhotoKey(owner, hash), photo] as const)
    await writeWhileSignedIn(disk, owner, [keptKey(owner, subject), kept], ...entries)
  } else if (job.route !== 'createReceipt') {
    // The receipt was withdrawn, or corrected with a photo that this phone does not have.
    await disk.delete([keptKey(owner, subject)])
  }
}

/** Deletes copies that are too old, too many or too large, and photos that no copy has. */
export async function tidy(disk: Disk, owner: string, now: number): Promise<void> {
  const photos = await disk.keys(keptPhotoKey(owner, ''))
  const all = await keptReceipts(disk, owner)
  let bytes = 0
  const kept = all.slice(0, MAX_KEPT).filter(one => {
    bytes += one.bytes
    return isRecent(one.at, now, KEPT_MS) && bytes <= MAX_KEPT_BYTES
  })
  const used = new Set(kept.flatMap(({ body }) => body.images.map(hash => keptPhotoKey(owner, hash))))
  const stale = all.filter(one => !kept.includes(one)).map(({ body }) => keptKey(owner, body.id))
  const unused = photos.filter(key => !used.has(key))
  if (stale.length + unused.length > 0) await disk.delete([...stale, ...unused])
}
