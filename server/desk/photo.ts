import { may } from '#contract/desk/roles.ts'
import { receiptRow } from '#server/campaign/receipts/read.ts'
import type { ObjectStore } from '#server/deps.ts'
import { imageKey } from '#server/images/store.ts'
import { heldReceipts } from '#server/review/lease.ts'
import { isPair } from '#server/review/reasons.ts'
import { readSuspicion } from '#server/review/risk-read.ts'
import { riskOf } from '#server/review/risk-score.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from './errors.ts'
import type { Person } from './people.ts'

/**
 * Anyone may have sent the photo. Even if a browser displayed it as a page, this policy would block everything in it.
 */
const POLICY = "default-src 'none'; sandbox"

type Photo = { readonly customer_id: string; readonly sha256: string; readonly content_type: string }

/** Throws NOT_FOUND if the receipt or its photo does not exist. */
export async function findPhoto(
  db: Db,
  { receiptId, position }: { readonly receiptId: string; readonly position: number },
): Promise<Photo> {
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
  return found
}

/** Throws NOT_FOUND if the file does not exist. */
export async function photoResponse(objects: ObjectStore, photo: Photo): Promise<Response> {
  const bytes = await objects.get(imageKey({ customerId: photo.customer_id, sha256: photo.sha256 }))
  if (!bytes) throw new DeskError('NOT_FOUND')
  return new Response(new Blob([bytes as Uint8Array<ArrayBuffer>]), {
    headers: {
      'Content-Type': photo.content_type,
      'Content-Length': String(bytes.length),
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

type Looking = { readonly receiptId: string; readonly person: Person; readonly now: number }

/**
 * Returns `assigned` if the receipt is assigned to the person, or `other` if the person's role may see customers or the
 * receipt resembles an assigned one. Otherwise throws FORBIDDEN, even if the receipt does not exist.
 */
export async function requireMaySee(
  db: Db,
  { receiptId, person, now }: Looking,
): Promise<'assigned' | 'other'> {
  const held = await heldReceipts(db, { reviewer: person.id, now })
  if (held.includes(receiptId)) return 'assigned'
  if (may(person.role, 'customers')) return 'other'
  for (const id of held) if ((await similarTo(db, id)).includes(receiptId)) return 'other'
  throw new DeskError('FORBIDDEN', { detail: 'NOT_ASSIGNED' })
}

async function similarTo(db: Db, id: string): Promise<readonly string[]> {
  const row = await receiptRow(db, id)
  if (!row) return []
  const { reasons } = riskOf((await readSuspicion(db, row)).reasons)
  return reasons.filter(isPair).map(reason => reason.receiptId)
}
