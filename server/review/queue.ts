import { sql } from 'kysely'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { DRAWN, OPEN_MS, sessionOf } from './lease.ts'
import type { At } from './types.ts'

/** How long a skipped receipt is hidden from the reviewer who skipped it, in milliseconds. */
export const SKIP_MS = OPEN_MS

/** A literal, because the databases use the partial index only if the condition is identical. */
export const PENDING = sql<'pending'>`'pending'`

export const pendingByRisk = (db: Db) =>
  db
    .selectFrom('receipt')
    .where('receipt.status', '=', PENDING)
    .orderBy('receipt.risk', 'desc')
    .orderBy('receipt.created_at')
    .orderBy('receipt.id')

export const availableTo = (db: Db, who: At) =>
  pendingByRisk(db)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_lease')
            .select('review_lease.receipt_id')
            .whereRef('review_lease.receipt_id', '=', 'receipt.id')
            .where('review_lease.look', '=', 'first')
            .where('review_lease.expires_at', '>', who.now)
            .where(own =>
              own.or([
                own('review_lease.reviewer', '<>', who.reviewer),
                own('review_lease.session', '<>', sessionOf(who)),
              ]),
            ),
        ),
      ),
    )
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_skip')
            .select('review_skip.receipt_id')
            .whereRef('review_skip.receipt_id', '=', 'receipt.id')
            .where('review_skip.reviewer', '=', who.reviewer)
            .where('review_skip.skipped_until', '>', who.now),
        ),
      ),
    )

export const countAvailable = (db: Db, who: At): Promise<number> =>
  countOf(availableTo(db, who).clearOrderBy())

export type ReviewCounts = {
  readonly pending: number
  readonly mine: number
  readonly oldestAgeMs: number | null
}

export async function reviewCounts(db: Db, { reviewer, now }: At): Promise<ReviewCounts> {
  const own = db
    .selectFrom('review_lease')
    .where('reviewer', '=', reviewer)
    .where('session', '<>', DRAWN)
    .where('expires_at', '>', now)
  const oldest = await db
    .selectFrom('receipt')
    .select('created_at')
    .where('status', '=', 'pending')
    .orderBy('status')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return {
    pending: await countOf(db.selectFrom('receipt').where('status', '=', PENDING)),
    mine: await countOf(own),
    oldestAgeMs: oldest ? now - oldest.created_at : null,
  }
}

export type QueueRow = {
  readonly receiptId: string
  readonly customerId: string
  readonly version: number
  readonly risk: number
  readonly codes: readonly string[]
  readonly storeName: string
  readonly storeNameEn: string | null
  readonly receiptNo: string
  readonly amountSatang: number
  readonly createdAt: number
  readonly reviewer: string | null
}

export type QueuePlace = { readonly risk: number; readonly createdAt: number; readonly id: string }

type QueuePage = {
  readonly now: number
  readonly limit: number
  readonly after?: QueuePlace | undefined
  readonly reason?: string | undefined
  readonly isHeld?: boolean | undefined
}

export async function queuePage(
  db: Db,
  { now, limit, after, reason, isHeld }: QueuePage,
): Promise<QueueRow[]> {
  let query = pendingByRisk(db)
  if (after)
    // Implied by the next condition, but allows the databases to seek in the index.
    query = query
      .where('receipt.risk', '<=', after.risk)
      .where(eb =>
        eb.or([
          eb('receipt.risk', '<', after.risk),
          eb(eb.refTuple('receipt.created_at', 'receipt.id'), '>', eb.tuple(after.createdAt, after.id)),
        ]),
      )
  if (reason !== undefined)
    query = query.where(sql<boolean>`',' || receipt.risk_codes || ',' like ${`%,${reason},%`}`)
  let joined = query
    .innerJoin('store', 'store.id', 'receipt.store_id')
    .leftJoin('review_lease', join =>
      join
        .onRef('review_lease.receipt_id', '=', 'receipt.id')
        .on('review_lease.look', '=', 'first')
        .on('review_lease.session', '<>', DRAWN)
        .on('review_lease.expires_at', '>', now),
    )
  if (isHeld !== undefined) joined = joined.where('review_lease.reviewer', isHeld ? 'is not' : 'is', null)
  const rows = await joined
    .select(['receipt.id', 'receipt.version', 'receipt.risk', 'receipt.risk_codes'])
    .select(['receipt.customer_id', 'receipt.receipt_no', 'receipt.amount_satang', 'receipt.created_at'])
    .select(['store.name_th', 'store.name_en', 'review_lease.reviewer'])
    .limit(limit)
    .execute()
  return rows.map(row => ({
    receiptId: row.id,
    customerId: row.customer_id,
    version: row.version,
    risk: row.risk,
    codes: row.risk_codes?.split(',') ?? [],
    storeName: row.name_th,
    storeNameEn: row.name_en,
    receiptNo: row.receipt_no,
    amountSatang: row.amount_satang,
    createdAt: row.created_at,
    reviewer: row.reviewer,
  }))
}
