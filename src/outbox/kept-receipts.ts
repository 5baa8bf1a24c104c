import * as v from 'valibot'
import type { BodyInput } from '#contract/calls.ts'
import { isRecent } from '#contract/recent.ts'
import { sha256, uuid } from '#contract/schema/common.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import type { Disk } from '#src/ports.ts'
import { jobKey, keptKey, keptPhotoKey, outcomeKey } from '#src/storage/keys.ts'
import { writeWhileSignedIn } from '#src/storage/signed-in.ts'
import { reportDefect } from '#src/storage/storage-failure.ts'
import { type Job, laneOf, type Outcome } from './job.ts'
import { KEPT_MS, MAX_KEPT, MAX_KEPT_BYTES } from './limits.ts'
import type { Runner } from './runner-type.ts'
import type { StoredPhoto } from './upload.ts'

/*
 * The phone keeps a copy of each receipt for a week, in case the server is restored from a backup without it
 * (`offer-again.ts`). Copies are deleted on sign-out, and are the first data to be deleted on a full phone.
 */

const keptSchema = v.object({
  v: v.literal(1),
  /** Phone's clock, milliseconds since 1970. */
  at: v.number(),
  /** The data epoch in which the server had the receipt; null if unknown. */
  epoch: v.nullable(v.string()),
  /** Null until the copy has been compared with the history. */
  version: v.nullable(v.number()),
  /** Size in bytes by photo hash. */
  sizes: v.record(v.string(), v.number()),
  /** True if the organiser rejected the receipt. */
  refused: v.boolean(),
  /** The contents last accepted by the server. */
  body: v.looseObject({ id: uuid, images: v.array(sha256) }),
})
export type KeptReceipt = v.InferOutput<typeof keptSchema>

function parseKept(value: unknown): KeptReceipt | null {
  const parsed = v.safeParse(keptSchema, value)
  return parsed.success ? parsed.output : null
}

export async function keptReceipts(disk: Pick<Disk, 'entries'>, owner: string): Promise<KeptReceipt[]> {
  const records = await disk.entries(keptKey(owner, ''))
  return records.flatMap(([, value]) => parseKept(value) ?? []).sort((a, b) => b.at - a.at)
}

type Photos = ReadonlyMap<string, StoredPhoto>

/**
 * Reads the photos, and returns a function that stores the copy and resolves to false if that fails. Call this before
 * storing the outcome, which deletes the photos.
 */
export async function keeperOf(
  runner: Runner,
  job: Job,
  { state, at }: Outcome,
): Promise<() => Promise<boolean>> {
  if (state !== 'received' || laneOf(job) !== 'receipt' || (await isSettled(runner, job)))
    return async () => true
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

/** True if another tab has already copied the receipt. */
async function isSettled({ ports: { disk }, store }: Runner, { id }: Job): Promise<boolean> {
  try {
    const [job, outcome] = [await disk.get(jobKey(id)), await disk.get(outcomeKey(id))]
    const isInMemory = (await store.unsaved()).some(unsaved => unsaved.id === id)
    return outcome !== undefined || (job === undefined && !isInMemory)
  } catch {
    return false
  }
}

async function keep(disk: Disk, job: Job, photos: Photos, seen: Pick<KeptReceipt, 'at' | 'epoch'>) {
  const { owner, subject } = job
  const fields = job.route === 'deleteReceipt' ? null : (job.body as BodyInput<'updateReceipt'>)
  const sizes = fields && sizesOf(fields.images, await keptReceipts(disk, owner), photos)
  if (fields && sizes) {
    const body = { ...fields, id: subject, images: [...fields.images] }
    const kept: KeptReceipt = { v: 1, ...seen, version: null, sizes, refused: false, body }
    const entries = [...photos].map(([hash, photo]) => [keptPhotoKey(owner, hash), photo] as const)
    await writeWhileSignedIn(disk, owner, [keptKey(owner, subject), kept], ...entries)
  } else if (job.route !== 'createReceipt') {
    // The receipt was withdrawn, or corrected with a photo that this phone lacks.
    await disk.delete([keptKey(owner, subject)])
  }
}

/** Returns null if this phone does not have all the photos. */
function sizesOf(
  images: readonly string[],
  copies: readonly KeptReceipt[],
  photos?: Photos,
): KeptReceipt['sizes'] | null {
  const known: Partial<KeptReceipt['sizes']> = Object.assign({}, ...copies.map(({ sizes }) => sizes))
  const sizes: KeptReceipt['sizes'] = {}
  for (const hash of images) {
    const size = photos?.get(hash)?.bytes.byteLength ?? known[hash]
    if (size === undefined) return null
    sizes[hash] = size
  }
  return sizes
}

/** `epoch` is the value of the `Data-Epoch` header, which changes when a backup is restored. */
export type HistoryAnswer = { readonly epoch: string; readonly receipts: readonly Receipt[] }

/** Deletes a copy if its receipt is void or has a photo that is not on this phone. */
export async function followHistory(
  disk: Disk,
  owner: string,
  { epoch, receipts }: HistoryAnswer,
): Promise<void> {
  const copies = await keptReceipts(disk, owner)
  for (const kept of copies) {
    const receipt = receipts.find(({ id }) => id === kept.body.id)
    if (!receipt || isKnown(kept, receipt, epoch)) continue
    const { version, status, storeId, receiptNo, amount, purchasedAt, images } = receipt
    const sizes = status === 'void' ? null : sizesOf(images, copies)
    const contents = { storeId, receiptNo, amount, purchasedAt, images }
    const key = keptKey(owner, kept.body.id)
    await disk.transact(key, old => {
      const stored = parseKept(old)
      if (stored === null || isKnown(stored, receipt, epoch)) return null
      const body = { ...stored.body, ...contents }
      const followed = { ...stored, epoch, version, sizes, refused: status === 'rejected', body }
      return [[key, sizes === null ? undefined : followed]]
    })
  }
}

/** Versions can be compared only within an epoch, because restoring a backup can lower them. */
const isKnown = (kept: KeptReceipt, { version }: Receipt, epoch: string): boolean =>
  kept.epoch === epoch && kept.version !== null && kept.version >= version

export async function tidy(disk: Disk, owner: string, now: number): Promise<void> {
  const photos = await disk.keys(keptPhotoKey(owner, ''))
  const all = await keptReceipts(disk, owner)
  // Receipts can share a photo.
  const counted = new Set<string>()
  let bytes = 0
  const kept = all.slice(0, MAX_KEPT).filter(one => {
    for (const [hash, size] of Object.entries(one.sizes)) {
      if (!counted.has(hash)) bytes += size
      counted.add(hash)
    }
    return isRecent(one.at, now, KEPT_MS) && bytes <= MAX_KEPT_BYTES
  })
  const used = new Set(kept.flatMap(({ body }) => body.images.map(hash => keptPhotoKey(owner, hash))))
  const stale = all.filter(one => !kept.includes(one)).map(({ body }) => keptKey(owner, body.id))
  const unused = photos.filter(key => !used.has(key))
  if (stale.length + unused.length > 0) await disk.delete([...stale, ...unused])
}
