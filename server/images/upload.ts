import { DAY_MS } from '#contract/time.ts'
import type { ObjectStore } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { concat } from './bytes.ts'
import type { Piece } from './content-range.ts'
import {
  type DataStores,
  type ImageRef,
  type ImageRow,
  imageRow,
  requireQuota,
  storeImage,
  type UploadStores,
} from './store.ts'

type UploadRow = Tables['upload']

export const UPLOAD_LIFE_MS = 7 * DAY_MS

const pieceKey = ({ customerId, sha256 }: ImageRef, start: number): string =>
  `upload/${customerId}/${sha256}/${start}`

export const uploadRow = (db: Db, { customerId, sha256 }: ImageRef): Promise<UploadRow | undefined> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()

/**
 * Stores one piece of an upload. Pieces must arrive in order; otherwise the result tells the phone where to continue.
 * If several tabs or phones split the photo differently, the first stored piece is used. The last piece stores the
 * image; if `storeImage` rejects it, the upload is deleted.
 */
export async function addPiece(
  stores: UploadStores,
  ref: ImageRef,
  piece: Piece,
  bytes: Uint8Array,
  now: number,
): Promise<ImageRow | { received: number }> {
  await deleteExpiredUploads(stores, ref.customerId, now)
  const upload = await begin(stores, ref, piece, now)
  if (upload?.total !== piece.total || upload.received !== piece.start) {
    // A concurrent request with the same last piece may be deleting this upload.
    return (await imageRow(stores.db, ref)) ?? { received: upload?.received ?? 0 }
  }
  const received = piece.start + (await storePiece(stores.objects, ref, piece, bytes))
  // Do not count the last piece yet: if finishing fails, the phone sends it again.
  if (received === piece.total) return finish(stores, ref, piece, now)
  const counted = await stores.db
    .updateTable('upload')
    .set({ received, updated_at: now })
    .where('customer_id', '=', ref.customerId)
    .where('sha256', '=', ref.sha256)
    .where('received', '=', piece.start)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('image')
            .select('image.sha256')
            .where('image.customer_id', '=', ref.customerId)
            .where('image.sha256', '=', ref.sha256),
        ),
      ),
    )
    .executeTakeFirst()
  if (counted.numUpdatedRows > 0n) return { received }
  // A concurrent request counted this piece first, or the upload was finished or deleted.
  const finished = await imageRow(stores.db, ref)
  const current = finished ? undefined : await uploadRow(stores.db, ref)
  if (!current) await stores.objects.delete(pieceKey(ref, piece.start))
  return finished ?? { received: current?.received ?? 0 }
}

/**
 * Does not replace a piece stored by another sender at the same offset, because a shorter one would leave a gap.
 * Returns the stored length.
 */
async function storePiece(objects: ObjectStore, ref: ImageRef, piece: Piece, bytes: Uint8Array) {
  const key = pieceKey(ref, piece.start)
  await objects.put(key, bytes, 'application/octet-stream', { onlyNew: true })
  const stored = await objects.get(key)
  const fits = stored !== null && stored.length <= piece.total - piece.start
  if (fits && isSameStart(stored, bytes)) return stored.length
  // The stored piece is damaged, or the upload was just deleted.
  await objects.put(key, bytes, 'application/octet-stream')
  return bytes.length
}

function isSameStart(a: Uint8Array, b: Uint8Array): boolean {
  const length = Math.min(a.length, b.length)
  return length > 0 && Buffer.compare(a.subarray(0, length), b.subarray(0, length)) === 0
}

async function begin(
  stores: UploadStores,
  ref: ImageRef,
  piece: Piece,
  now: number,
): Promise<UploadRow | undefined> {
  const earlier = await uploadRow(stores.db, ref)
  if (piece.start === 0 && earlier && earlier.total !== piece.total) await deleteUpload(stores, ref)
  return inTransaction(stores.db, async trx => {
    await stores.requireOwner(trx)
    if (piece.start > 0) return uploadRow(trx, ref)
    // Another sender may have finished the photo since this request arrived.
    if (await imageRow(trx, ref)) return undefined
    await requireQuota(trx, ref, piece.total)
    await trx
      .insertInto('upload')
      .values({
        sha256: ref.sha256,
        customer_id: ref.customerId,
        total: piece.total,
        received: 0,
        updated_at: now,
      })
      .onConflict(conflict => conflict.columns(['customer_id', 'sha256']).doNothing())
      .execute()
    return uploadRow(trx, ref)
  })
}

async function finish(
  stores: UploadStores,
  ref: ImageRef,
  last: Piece,
  now: number,
): Promise<ImageRow | { received: number }> {
  const { total } = last
  const whole = concat(await piecesOf(stores, ref, total))
  const finished = await imageRow(stores.db, ref)
  if (finished) {
    // A concurrent request finished this upload.
    await stores.objects.delete(pieceKey(ref, last.start))
    return finished
  }
  if (whole.length < total) return resumeAt(stores.db, ref, last.start, whole.length)
  try {
    const row = await storeImage(stores, ref, whole, now)
    await deleteUpload(stores, ref)
    return row
  } catch (error) {
    if (error instanceof ApiError) await deleteUpload(stores, ref)
    throw error
  }
}

/** Lets the phone continue from the first piece that the object store has lost. */
async function resumeAt(db: Db, ref: ImageRef, counted: number, kept: number): Promise<{ received: number }> {
  await db
    .updateTable('upload')
    .set({ received: kept })
    .where('customer_id', '=', ref.customerId)
    .where('sha256', '=', ref.sha256)
    .where('received', '=', counted)
    .execute()
  return { received: (await uploadRow(db, ref))?.received ?? 0 }
}

async function piecesOf(stores: DataStores, ref: ImageRef, total: number): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  let at = 0
  while (at < total) {
    const piece = await stores.objects.get(pieceKey(ref, at))
    if (!piece || piece.length === 0) break
    pieces.push(piece)
    at += piece.length
  }
  return pieces
}

export async function addWhole(
  stores: UploadStores,
  ref: ImageRef,
  bytes: Uint8Array,
  now: number,
): Promise<ImageRow> {
  // Check first: once the file is stored, it is only deleted if the customer has left.
  await inTransaction(stores.db, stores.requireOwner)
  const row = await storeImage(stores, ref, bytes, now)
  if (await uploadRow(stores.db, ref)) await deleteUpload(stores, ref)
  return row
}

/**
 * Deletes the last piece first, so that after a crash, a later run can still find the others: a piece's size gives the
 * key of the next one.
 */
export async function deleteUpload(stores: DataStores, ref: ImageRef): Promise<void> {
  const { customerId, sha256 } = ref
  // Reset the count first, so that a phone that continues now starts over.
  await stores.db
    .updateTable('upload')
    .set({ received: 0 })
    .where('customer_id', '=', customerId)
    .where('sha256', '=', sha256)
    .execute()
  const keys: string[] = []
  for (let at = 0; ; ) {
    const key = pieceKey(ref, at)
    const piece = await stores.objects.get(key)
    if (piece) keys.push(key)
    if (!piece || piece.length === 0) break
    at += piece.length
  }
  for (const key of keys.toReversed()) await stores.objects.delete(key)
  await stores.db
    .deleteFrom('upload')
    .where('customer_id', '=', customerId)
    .where('sha256', '=', sha256)
    .where('received', '=', 0)
    .execute()
}

async function deleteExpiredUploads(stores: DataStores, customerId: string, now: number): Promise<void> {
  const expired = await stores.db
    .selectFrom('upload')
    .select(['sha256'])
    .where('customer_id', '=', customerId)
    .where('updated_at', '<', now - UPLOAD_LIFE_MS)
    .execute()
  for (const { sha256 } of expired) await deleteUpload(stores, { customerId, sha256 })
}
