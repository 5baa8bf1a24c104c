import { DAY_MS } from '#contract/time.ts'
import { ApiError } from '#server/errors.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { concat } from './bytes.ts'
import type { Piece } from './content-range.ts'
import { type DataStores, type ImageRef, type ImageRow, imageRow, requireQuota, storeImage } from './store.ts'

type UploadRow = Tables['upload']

/** How long an unfinished upload is kept, in milliseconds. */
export const UPLOAD_LIFE_MS = 7 * DAY_MS

/** Where one piece is kept until the upload is finished. */
const pieceKey = ({ customerId, sha256 }: ImageRef, start: number): string =>
  `upload/${customerId}/${sha256}/${start}`

/** What is kept of an unfinished upload; undefined where nothing is. */
export const uploadRow = (db: Db, { customerId, sha256 }: ImageRef): Promise<UploadRow | undefined> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()

/**
 * Keeps one piece. Pieces come in order: one that starts elsewhere changes nothing, and the answer says what is
 * kept, so that the phone goes on from there. The first piece begins the upload, again where the size differs.
 * The last one makes it an image; what `storeImage` refuses is forgotten, and the phone starts over.
 */
export async function addPiece(
  stores: DataStores,
  owned: ImageRef,
  piece: Piece,
  bytes: Uint8Array,
  now: number,
): Promise<ImageRow | { received: number }> {
  await deleteExpiredUploads(stores, owned.customerId, now)
  const kept = await begin(stores, owned, piece, now)
  // Nothing is begun here: or the last piece came twice at once, and the other one has finished and tidied up.
  if (!kept) return (await imageRow(stores.db, owned)) ?? { received: 0 }
  if (kept.total !== piece.total || kept.received !== piece.start) return { received: kept.received }
  await stores.objects.put(pieceKey(owned, piece.start), bytes, 'application/octet-stream')
  const received = piece.start + bytes.length
  // The last piece is not counted: what ends here unfinished goes on by sending that piece again.
  if (received === piece.total) return finish(stores, owned, piece.total, now)
  const counted = await stores.db
    .updateTable('upload')
    .set({ received, updated_at: now })
    .where('customer_id', '=', owned.customerId)
    .where('sha256', '=', owned.sha256)
    .where('received', '=', piece.start)
    .executeTakeFirst()
  // The same piece came twice at once, and the other one was counted.
  if (counted.numUpdatedRows === 0n) return { received: (await uploadRow(stores.db, owned))?.received ?? 0 }
  return { received }
}

async function begin(
  stores: DataStores,
  owned: ImageRef,
  piece: Piece,
  now: number,
): Promise<UploadRow | undefined> {
  if (piece.start > 0) return uploadRow(stores.db, owned)
  const earlier = await uploadRow(stores.db, owned)
  if (earlier && earlier.total !== piece.total) await deleteUpload(stores, owned)
  return inTransaction(stores.db, async trx => {
    await lockCustomer(trx, owned.customerId)
    await requireQuota(trx, owned, piece.total)
    await trx
      .insertInto('upload')
      .values({
        sha256: owned.sha256,
        customer_id: owned.customerId,
        total: piece.total,
        received: 0,
        updated_at: now,
      })
      .onConflict(conflict => conflict.columns(['customer_id', 'sha256']).doNothing())
      .execute()
    return uploadRow(trx, owned)
  })
}

async function finish(stores: DataStores, owned: ImageRef, total: number, now: number): Promise<ImageRow> {
  const whole = concat(await piecesOf(stores, owned, total))
  // The other of the two has finished meanwhile.
  const finished = await imageRow(stores.db, owned)
  if (finished) return finished
  try {
    // A piece that the object store has lost: nothing can be made of the rest.
    if (whole.length !== total) throw new ApiError('IMAGE_HASH')
    const row = await storeImage(stores, owned, whole, now)
    await deleteUpload(stores, owned)
    return row
  } catch (error) {
    if (error instanceof ApiError) await deleteUpload(stores, owned)
    throw error
  }
}

async function piecesOf(stores: DataStores, owned: ImageRef, total: number): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  let at = 0
  while (at < total) {
    const piece = await stores.objects.get(pieceKey(owned, at))
    if (!piece || piece.length === 0) break
    pieces.push(piece)
    at += piece.length
  }
  return pieces
}

/** Keeps a photo that came whole; what earlier tries have left in pieces goes. */
export async function addWhole(
  stores: DataStores,
  owned: ImageRef,
  bytes: Uint8Array,
  now: number,
): Promise<ImageRow> {
  const row = await storeImage(stores, owned, bytes, now)
  if (await uploadRow(stores.db, owned)) await deleteUpload(stores, owned)
  return row
}

/**
 * Drops an upload's pieces and then its row. Pieces are found one from the other, so the last goes first: who is killed
 * in the middle leaves a row, and pieces that the next one finds.
 */
export async function deleteUpload(stores: DataStores, owned: ImageRef): Promise<void> {
  const { customerId, sha256 } = owned
  // A phone that goes on meanwhile is told to begin again, and keeps what it then begins.
  await stores.db
    .updateTable('upload')
    .set({ received: 0 })
    .where('customer_id', '=', customerId)
    .where('sha256', '=', sha256)
    .execute()
  const keys: string[] = []
  for (let at = 0; ; ) {
    const key = pieceKey(owned, at)
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
