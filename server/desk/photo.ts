import type { ObjectStore } from '#server/deps.ts'
import { imageKey } from '#server/images/store.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from './errors.ts'

/** The photo may come from anyone. Even if a browser showed it as a page, nothing in it could run or load. */
const POLICY = "default-src 'none'; sandbox"

/** Returns a response with a receipt's photo. Throws NOT_FOUND if the receipt, its photo or the file does not exist. */
export async function photoResponse(
  { db, objects }: { readonly db: Db; readonly objects: ObjectStore },
  { receiptId, position }: { readonly receiptId: string; readonly position: number },
): Promise<Response> {
  const found = await db
    .selectFrom('receipt_image')
    .innerJoin('image', join =>
      join
        .onRef('image.customer_id', '=', 'receipt_image.customer_id')
        .onRef('image.sha256', '=', 'receipt_image.sha256'),
    )
    .select(['image.customer_id', 'image.sha256', 'image.content_type'])
    .where('receipt_image.receipt_id', '=', receiptId)
    .where('receipt_image.position', '=', position)
    .executeTakeFirst()
  if (!found) throw new DeskError('NOT_FOUND')
  const bytes = await objects.get(imageKey({ customerId: found.customer_id, sha256: found.sha256 }))
  if (!bytes) throw new DeskError('NOT_FOUND')
  return new Response(new Blob([bytes as Uint8Array<ArrayBuffer>]), {
    headers: {
      'Content-Type': found.content_type,
      'Content-Length': String(bytes.length),
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
