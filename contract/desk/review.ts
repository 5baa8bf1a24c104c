import * as v from 'valibot'
import { words } from '#contract/desk/words.ts'
import { counting, integer, uuid } from '#contract/schema/common.ts'
import { receiptStatus } from '#contract/schema/receipt.ts'

export const version = counting

/** Each browser tab gets its own receipts, so that two tabs never show the same receipt. */
export const tab = uuid

/** A receipt in a comparison. Times are in milliseconds since 1970. */
const side = v.strictObject({
  receiptId: uuid,
  customerName: v.nullable(v.string()),
  storeId: integer,
  storeName: v.string(),
  storeNameEn: v.nullable(v.string()),
  receiptNo: v.string(),
  amountSatang: v.number(),
  purchasedAt: v.number(),
  createdAt: v.number(),
  status: receiptStatus,
  photos: v.number(),
  /** Reasons why this receipt resembles the one under review; empty for that receipt itself. */
  reasons: v.array(words),
})

const customer = v.strictObject({
  id: uuid,
  /** Null if the customer has left. */
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  province: v.nullable(words),
  joinedAt: v.number(),
  blocked: v.boolean(),
  receipts: v.strictObject(v.entriesFromList(receiptStatus.options, v.number())),
})

/** A receipt assigned to the tab. Does not reveal whether another reviewer has already decided it. */
const item = v.strictObject({
  receiptId: uuid,
  version,
  expiresAt: v.number(),
  /** From 0 to 1000. Used only to sort the queue. */
  risk: v.number(),
  reasons: v.array(words),
  /** Tickets that the customer gets if the receipt is approved. */
  rights: v.number(),
  /** The rule for the tickets of a different amount. Amounts are in baht. */
  rule: v.strictObject({ bahtPerRight: v.number(), minAmount: v.number() }),
  /** The side that has this receipt's number. Null if no other customer's receipt has it. */
  disputedWith: v.nullable(uuid),
  customer,
  /** The receipt itself, followed by similar receipts. */
  sides: v.pipe(v.array(side), v.minLength(1)),
})

export const reviewCounts = v.strictObject({
  pending: v.number(),
  mine: v.number(),
  oldestAgeMs: v.nullable(v.number()),
})

export const nextItem = v.strictObject({ item: v.nullable(item), counts: reviewCounts })
