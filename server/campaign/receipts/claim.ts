import { normaliseReceiptNo } from '#contract/rules.ts'
import { bumpRewardVersion } from '#server/campaign/reward.ts'
import { ApiError } from '#server/errors.ts'
import type { Db, Tables } from '#server/store/tables.ts'

type Claim = Tables['receipt_claim']
type ReceiptRow = Pick<Tables['receipt'], 'id' | 'customer_id' | 'store_id' | 'receipt_no'>
type Place = Pick<Claim, 'store_id' | 'receipt_no'>

type NumberAt = Pick<ReceiptRow, 'store_id' | 'receipt_no'>

const placeOf = ({ store_id, receipt_no }: NumberAt): Place => ({
  store_id,
  receipt_no: normaliseReceiptNo(receipt_no),
})

/** True if both are the same number at the same store, even if they are written differently. */
export const hasSameNumber = (one: NumberAt, other: NumberAt): boolean => isAt(placeOf(one), placeOf(other))

const isAt = (row: Place | undefined, { store_id, receipt_no }: Place): boolean =>
  row?.store_id === store_id && row.receipt_no === receipt_no

/**
 * Claims a normalised receipt number per store, so that a paper receipt counts only once. If another customer has
 * claimed it, the receipt is disputed instead: a reviewer compares the two. A rejection or withdrawal releases the
 * number, so that a typo does not block the holder of the paper receipt. `images` are the receipt's photos. Throws
 * RECEIPT_DUPLICATE if the customer sends the number again, or if the other receipt has the same photo.
 */
export async function claimReceiptNo(
  db: Db,
  receipt: ReceiptRow,
  images: readonly string[],
  now: number,
): Promise<void> {
  const place = placeOf(receipt)
  if (isAt(await claimOf(db, receipt.id), place)) return
  const dispute = await disputeOf(db, receipt.id)
  const isKnown = isAt(dispute, place)
  if (!isKnown) await releaseReceiptNo(db, receipt.id, now)
  const holder = await claimOrFindHolder(db, receipt)
  if (holder === null) return
  await refuseSecondTry(db, receipt, place)
  await refuseSamePhoto(db, receipt, place, images)
  if (isKnown) {
    await db
      .updateTable('receipt_dispute')
      .set({ state: 'open' })
      .where('receipt_id', '=', receipt.id)
      .execute()
    return
  }
  await insertDispute(db, receipt, { since: now, lost_approval: 0 })
}

/**
 * Makes sure that a receipt may be approved, and claims its number if it is free. Throws RECEIPT_DUPLICATE if another
 * receipt has the number, unless a reviewer has accepted both.
 */
export async function requireReceiptNo(db: Db, receipt: ReceiptRow): Promise<void> {
  const dispute = await disputeOf(db, receipt.id)
  if (dispute?.state === 'separate') return
  if ((await claimOrFindHolder(db, receipt)) !== null) throw new ApiError('RECEIPT_DUPLICATE')
}

/**
 * Gives the number of another receipt to this one, and makes the other one disputed. The caller must have locked the
 * other receipt's claim with `claimOrFindHolder`.
 */
export async function takeOverReceiptNo(
  db: Db,
  receipt: ReceiptRow,
  from: ReceiptRow & Pick<Tables['receipt'], 'status'>,
  now: number,
): Promise<void> {
  await deleteDispute(db, receipt.id)
  await db
    .updateTable('receipt_claim')
    .set({ receipt_id: receipt.id, customer_id: receipt.customer_id })
    .where('receipt_id', '=', from.id)
    .execute()
  const lostApproval = from.status === 'approved' ? 1 : 0
  await insertDispute(db, from, { since: now, lost_approval: lostApproval })
}

/** Releases a receipt's number or ends its dispute. A released number goes to a receipt that disputes it, if any. */
export async function releaseReceiptNo(db: Db, receiptId: string, now: number): Promise<void> {
  // Delete the dispute first, in the same order as a transaction that gives a number to a disputed receipt.
  await deleteDispute(db, receiptId)
  const released = await db
    .deleteFrom('receipt_claim')
    .where('receipt_id', '=', receiptId)
    .returning(['store_id', 'receipt_no'])
    .execute()
  for (const place of released) await giveToNext(db, place, now)
}

async function giveToNext(db: Db, place: Place, now: number): Promise<void> {
  for (;;) {
    const next = await db
      .selectFrom('receipt_dispute')
      .select(['receipt_id', 'customer_id'])
      .where('store_id', '=', place.store_id)
      .where('receipt_no', '=', place.receipt_no)
      // A receipt that a reviewer has approved alongside the released one (`separate`) comes first.
      .orderBy('state', 'desc')
      .orderBy('since')
      .orderBy('receipt_id')
      .limit(1)
      .executeTakeFirst()
    if (!next) return
    // Another transaction may have ended the dispute in the meantime.
    if (!(await deleteDispute(db, next.receipt_id))) continue
    await insertClaim(db, { ...place, ...next })
    await bumpRewardVersion(db, next.customer_id, now)
    return
  }
}

/**
 * Claims the receipt's number and returns null if the number is free or already the receipt's own. Otherwise locks the
 * claim until the end of the transaction, and returns the id of the receipt that has the number.
 */
export async function claimOrFindHolder(db: Db, receipt: ReceiptRow): Promise<string | null> {
  const place = placeOf(receipt)
  for (;;) {
    const { id: receipt_id, customer_id } = receipt
    const isNew = await insertClaim(db, { ...place, receipt_id, customer_id })
    if (isNew) await deleteDispute(db, receipt_id)
    // On PostgreSQL, an update that changes nothing locks the row.
    const held = await db
      .updateTable('receipt_claim')
      .set(eb => ({ receipt_no: eb.ref('receipt_no') }))
      .where('store_id', '=', place.store_id)
      .where('receipt_no', '=', place.receipt_no)
      .returning('receipt_id')
      .executeTakeFirst()
    // The holder may have released the number since the attempt to claim it.
    if (held) return held.receipt_id === receipt_id ? null : held.receipt_id
  }
}

async function insertClaim(db: Db, claim: Claim): Promise<boolean> {
  const inserted = await db
    .insertInto('receipt_claim')
    .values(claim)
    .onConflict(conflict => conflict.columns(['store_id', 'receipt_no']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

type Since = Pick<Tables['receipt_dispute'], 'since' | 'lost_approval'>

async function insertDispute(db: Db, receipt: ReceiptRow, since: Since): Promise<void> {
  await db
    .insertInto('receipt_dispute')
    .values({
      receipt_id: receipt.id,
      customer_id: receipt.customer_id,
      ...placeOf(receipt),
      ...since,
      state: 'open',
    })
    .execute()
}

async function deleteDispute(db: Db, receiptId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('receipt_dispute')
    .where('receipt_id', '=', receiptId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

const claimOf = (db: Db, receiptId: string): Promise<Claim | undefined> =>
  db.selectFrom('receipt_claim').selectAll().where('receipt_id', '=', receiptId).executeTakeFirst()

export const disputeOf = (db: Db, receiptId: string): Promise<Tables['receipt_dispute'] | undefined> =>
  db.selectFrom('receipt_dispute').selectAll().where('receipt_id', '=', receiptId).executeTakeFirst()

/** Returns the receipt that has a number; null if the number is free. */
export async function holderOf(db: Db, at: NumberAt): Promise<string | null> {
  const { store_id, receipt_no } = placeOf(at)
  const claim = await db
    .selectFrom('receipt_claim')
    .select('receipt_id')
    .where('store_id', '=', store_id)
    .where('receipt_no', '=', receipt_no)
    .executeTakeFirst()
  return claim?.receipt_id ?? null
}

/** Returns the receipt that has the number that a receipt disputes; null if the receipt is not disputed. */
export async function holderFor(db: Db, receiptId: string): Promise<string | null> {
  const found = await db
    .selectFrom('receipt_dispute')
    .innerJoin('receipt_claim', join =>
      join
        .onRef('receipt_claim.store_id', '=', 'receipt_dispute.store_id')
        .onRef('receipt_claim.receipt_no', '=', 'receipt_dispute.receipt_no'),
    )
    .select('receipt_claim.receipt_id')
    .where('receipt_dispute.receipt_id', '=', receiptId)
    .where('receipt_dispute.state', '=', 'open')
    .executeTakeFirst()
  return found?.receipt_id ?? null
}

/** Returns at most eleven receipts with a number: the one that has it first, then those that dispute it. */
export async function sharingNumber(
  db: Db,
  place: Place,
): Promise<Pick<Claim, 'receipt_id' | 'customer_id' | 'store_id'>[]> {
  const of = (table: 'receipt_claim' | 'receipt_dispute') =>
    db
      .selectFrom(table as 'receipt_claim')
      .select(['receipt_id', 'customer_id', 'store_id'])
      .where('store_id', '=', place.store_id)
      .where('receipt_no', '=', place.receipt_no)
  return [...(await of('receipt_claim').execute()), ...(await of('receipt_dispute').limit(10).execute())]
}

/** Returns the given ids whose receipts are disputed. */
export async function disputedAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('receipt_dispute')
    .select('receipt_id')
    .where('receipt_id', 'in', ids)
    .where('state', '=', 'open')
    .execute()
  return new Set(rows.map(row => row.receipt_id))
}

async function refuseSecondTry(db: Db, receipt: ReceiptRow, place: Place): Promise<void> {
  const own = await db
    .selectFrom('receipt')
    .select('receipt_no')
    .where('customer_id', '=', receipt.customer_id)
    .where('store_id', '=', place.store_id)
    .where('id', '<>', receipt.id)
    .where('status', '<>', 'void')
    .execute()
  if (own.some(one => normaliseReceiptNo(one.receipt_no) === place.receipt_no))
    throw new ApiError('RECEIPT_DUPLICATE')
}

async function refuseSamePhoto(
  db: Db,
  receipt: ReceiptRow,
  place: Place,
  images: readonly string[],
): Promise<void> {
  const others = (table: 'receipt_claim' | 'receipt_dispute') =>
    db
      .selectFrom(table as 'receipt_claim')
      .select('receipt_id')
      .where('store_id', '=', place.store_id)
      .where('receipt_no', '=', place.receipt_no)
  const same = await db
    .selectFrom('receipt_image')
    .select('receipt_id')
    .where('sha256', 'in', images)
    .where('customer_id', '<>', receipt.customer_id)
    .where(eb =>
      eb.or([
        eb('receipt_id', 'in', others('receipt_claim')),
        eb('receipt_id', 'in', others('receipt_dispute')),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (same) throw new ApiError('RECEIPT_DUPLICATE')
}
