import * as v from 'valibot'
import {
  IMAGE_BYTES_PER_CUSTOMER,
  IMAGE_MAX_PIXELS,
  IMAGE_SIDE_PX,
  IMAGES_PER_CUSTOMER,
} from '#contract/limits.ts'
import { storedImage } from '#contract/schema/receipt.ts'
import type { ObjectStore } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { type Inspected, inspect, sniff } from './inspect.ts'
import { strip } from './strip.ts'

export type ImageRow = Tables['image']
export type ImageRef = { readonly customerId: string; readonly sha256: string }
export type DataStores = { readonly db: Db; readonly objects: ObjectStore }
export type UploadStores = DataStores & {
  /** Locks the customer. Throws UNAUTHORIZED if the customer's data may no longer be stored. */
  readonly requireOwner: (trx: Db) => Promise<void>
}

/** The customer id and the hash contain only hexadecimal digits and dashes. */
export const imageKey = ({ customerId, sha256 }: ImageRef): string => `r/${customerId}/${sha256}`

export const imageRow = (db: Db, { customerId, sha256 }: ImageRef): Promise<ImageRow | undefined> =>
  db
    .selectFrom('image')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()

/** Decoding takes too long for an upload, so the fingerprint is computed later. */
const unread = {
  fingerprint: null,
  band_1: null,
  band_2: null,
  band_3: null,
  band_4: null,
  band_5: null,
  fingerprinted_at: null,
}

/** Checks a complete photo and stores it without metadata. The row's `bytes` is the size of the photo as sent. */
export async function storeImage(
  { db, objects, requireOwner }: UploadStores,
  ref: ImageRef,
  bytes: Uint8Array,
  now: number,
): Promise<ImageRow> {
  if (sniff(bytes) === null) throw new ApiError('IMAGE_TYPE')
  if (sha256Hex(bytes) !== ref.sha256) throw new ApiError('IMAGE_HASH')
  const found = requireDimensions(inspect(bytes))
  await requireQuota(db, ref, bytes.length)
  // Store the file before its row: after a crash, an orphaned file only wastes space, but a row without a file means a
  // lost photo.
  await objects.put(imageKey(ref), strip(bytes, found.type), found.type)
  const row: ImageRow = {
    ...unread,
    sha256: ref.sha256,
    customer_id: ref.customerId,
    bytes: bytes.length,
    width: found.width,
    height: found.height,
    content_type: found.type,
    created_at: now,
  }
  try {
    await inTransaction(db, async trx => {
      await requireOwner(trx)
      await requireQuota(trx, ref, bytes.length)
      await trx
        .insertInto('image')
        .values(row)
        .onConflict(conflict => conflict.columns(['customer_id', 'sha256']).doNothing())
        .execute()
    })
  } catch (error) {
    // If the customer has left, the file will never get a row. If only this session has ended, another session may be
    // about to add the row.
    const isRefused = error instanceof ApiError && error.code === 'UNAUTHORIZED'
    if (isRefused && (await hasLeft(db, ref))) await objects.delete(imageKey(ref))
    throw error
  }
  return row
}

async function hasLeft(db: Db, { customerId }: ImageRef): Promise<boolean> {
  const row = await db.selectFrom('customer').select('status').where('id', '=', customerId).executeTakeFirst()
  return row?.status === 'cancelled'
}

export const photoOf = (bytes: Uint8Array): Inspected => requireDimensions(inspect(bytes))

function requireDimensions(found: Inspected | null): Inspected {
  if (found === null) throw new ApiError('IMAGE_TYPE')
  const { width, height } = found
  const sides = [width, height].every(side => side >= IMAGE_SIDE_PX.min && side <= IMAGE_SIDE_PX.max)
  if (!sides || width * height > IMAGE_MAX_PIXELS) throw new ApiError('IMAGE_DIMENSIONS')
  return found
}

/** Throws IMAGE_QUOTA. Unfinished uploads are included in the quota. */
export async function requireQuota(db: Db, { customerId, sha256 }: ImageRef, bytes: number): Promise<void> {
  const kept = await db
    .selectFrom('image')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('bytes').as('bytes')])
    .where('customer_id', '=', customerId)
    .where('sha256', '<>', sha256)
    .executeTakeFirstOrThrow()
  const begun = await db
    .selectFrom('upload')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('total').as('bytes')])
    .where('customer_id', '=', customerId)
    .where('sha256', '<>', sha256)
    .executeTakeFirstOrThrow()
  const count = Number(kept.count) + Number(begun.count) + 1
  const size = Number(kept.bytes ?? 0) + Number(begun.bytes ?? 0) + bytes
  if (count > IMAGES_PER_CUSTOMER || size > IMAGE_BYTES_PER_CUSTOMER) throw new ApiError('IMAGE_QUOTA')
}

export const showImage = (row: ImageRow) =>
  v.parse(storedImage, {
    sha256: row.sha256,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    contentType: row.content_type,
  })
