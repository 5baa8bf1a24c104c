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
import { lockCustomer } from '#server/store/lock.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { type Inspected, inspect, sniff } from './inspect.ts'
import { strip } from './strip.ts'

export type ImageRow = Tables['image']
export type ImageRef = { readonly customerId: string; readonly sha256: string }
export type DataStores = { readonly db: Db; readonly objects: ObjectStore }

/** Where a customer's photo is kept. Both parts are made of hexadecimal digits and dashes. */
export const imageKey = ({ customerId, sha256 }: ImageRef): string => `r/${customerId}/${sha256}`

/** A customer's finished upload; undefined where there is none. */
export const imageRow = (db: Db, { customerId, sha256 }: ImageRef): Promise<ImageRow | undefined> =>
  db
    .selectFrom('image')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()

/**
 * Checks a whole photo and keeps it without its metadata. IMAGE_TYPE for what is no JPEG,
 * PNG or WebP; IMAGE_HASH where the bytes are not those that were announced; IMAGE_TYPE again where the file is
 * broken; IMAGE_DIMENSIONS; IMAGE_QUOTA. The row's `bytes` is the size that was sent, which its owner knows it by.
 */
export async function storeImage(
  { db, objects }: DataStores,
  owned: ImageRef,
  bytes: Uint8Array,
  now: number,
): Promise<ImageRow> {
  if (sniff(bytes) === null) throw new ApiError('IMAGE_TYPE')
  if (sha256Hex(bytes) !== owned.sha256) throw new ApiError('IMAGE_HASH')
  const found = requireShape(inspect(bytes))
  await requireQuota(db, owned, bytes.length)
  // The file first: a row without its file would be a lost receipt, a file without its row is only untidy.
  await objects.put(imageKey(owned), strip(bytes, found.type), found.type)
  const row: ImageRow = {
    sha256: owned.sha256,
    customer_id: owned.customerId,
    bytes: bytes.length,
    width: found.width,
    height: found.height,
    content_type: found.type,
    created_at: now,
  }
  await inTransaction(db, async trx => {
    await lockCustomer(trx, owned.customerId)
    await requireQuota(trx, owned, bytes.length)
    await trx
      .insertInto('image')
      .values(row)
      .onConflict(conflict => conflict.columns(['customer_id', 'sha256']).doNothing())
      .execute()
  })
  return row
}

function requireShape(found: Inspected | null): Inspected {
  if (found === null) throw new ApiError('IMAGE_TYPE')
  const { width, height } = found
  const sides = [width, height].every(side => side >= IMAGE_SIDE_PX.min && side <= IMAGE_SIDE_PX.max)
  if (!sides || width * height > IMAGE_MAX_PIXELS) throw new ApiError('IMAGE_DIMENSIONS')
  return found
}

/** Refuses more than a customer may keep, finished and unfinished uploads together, this one not counted. */
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

/** Returns a stored photo as the API shows it. */
export const showImage = (row: ImageRow) =>
  v.parse(storedImage, {
    sha256: row.sha256,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    contentType: row.content_type,
  })
