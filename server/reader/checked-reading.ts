import * as v from 'valibot'
import { RECEIPT_NO_MIN } from '#contract/limits.ts'
import { normaliseReceiptNo } from '#contract/rules.ts'
import { type ReadReceipt, receiptFields } from '#contract/schema/receipt.ts'
import { gregorian, momentOf } from '#contract/time.ts'
import type { Db } from '#server/store/tables.ts'

/**
 * Validates the receipt reader's response. A value becomes null if it is missing, invalid, in the future, or a store
 * that does not take part, so that the app proposes only acceptable values.
 */
export async function checkedReading(db: Db, found: unknown, now: number): Promise<ReadReceipt> {
  const given =
    typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>) : {}
  const receiptNo = validOrNull(receiptFields.receiptNo, given.receiptNo)
  const { purchasedAt: at } = given
  const purchasedAt = validOrNull(receiptFields.purchasedAt, typeof at === 'string' ? gregorian(at) : at)
  return {
    storeId: await openStore(db, validOrNull(receiptFields.storeId, given.storeId)),
    receiptNo: normaliseReceiptNo(receiptNo ?? '').length >= RECEIPT_NO_MIN ? receiptNo : null,
    purchasedAt: purchasedAt !== null && momentOf(purchasedAt) <= now ? purchasedAt : null,
    amount: validOrNull(receiptFields.amount, given.amount),
  }
}

function validOrNull<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | null {
  const parsed = v.safeParse(schema, value)
  return parsed.success ? parsed.output : null
}

async function openStore(db: Db, id: number | null): Promise<number | null> {
  if (id === null) return null
  const row = await db
    .selectFrom('store')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', 1)
    .executeTakeFirst()
  return row?.id ?? null
}
