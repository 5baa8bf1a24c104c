import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'
import { NOTE_MAX } from '#contract/desk/limits.ts'
import { words } from '#contract/desk/words.ts'
import { counting, text, uuid } from '#contract/schema/common.ts'
import { type RejectReason, receiptStatus, rejectReasons } from '#contract/schema/receipt.ts'

const version = counting

/** Each browser tab gets its own receipts, so that two tabs never show the same receipt. */
const tab = uuid

/** A receipt in a comparison. Times are in milliseconds since 1970. */
const side = v.strictObject({
  receiptId: uuid,
  customerName: v.nullable(v.string()),
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
  receipts: v.strictObject({
    pending: v.number(),
    approved: v.number(),
    rejected: v.number(),
    void: v.number(),
  }),
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
  customer,
  /** The receipt itself, followed by similar receipts. */
  sides: v.pipe(v.array(side), v.minLength(1)),
})

const reviewCounts = v.strictObject({
  pending: v.number(),
  mine: v.number(),
  oldestAgeMs: v.nullable(v.number()),
})

const nextItem = v.strictObject({ item: v.nullable(item), counts: reviewCounts })

const reason = v.picklist(Object.keys(rejectReasons) as [RejectReason, ...RejectReason[]])

const decision = v.variant('kind', [
  v.strictObject({ kind: v.literal('approved') }),
  v.strictObject({ kind: v.literal('rejected'), reason, note: v.nullable(text(1, NOTE_MAX)) }),
])

export const reviewCalls = {
  reviewNext: deskCall({
    method: 'POST',
    path: '/desk-api/review/next',
    who: 'review',
    body: v.strictObject({ tab, holding: v.pipe(v.array(uuid), v.maxLength(5)) }),
    answer: nextItem,
    summary: 'Assigns the riskiest receipt to the tab, or returns one that it has and is not `holding`.',
  }),
  reviewHeartbeat: deskCall({
    method: 'POST',
    path: '/desk-api/review/heartbeat',
    who: 'review',
    body: v.strictObject({ tab }),
    answer: v.strictObject({ receiptIds: v.array(uuid), expiresAt: v.number(), counts: reviewCounts }),
    summary: 'Keeps the tab’s receipts assigned, and says which ones it still has.',
  }),
  reviewDecide: deskCall({
    method: 'POST',
    path: '/desk-api/review/decide',
    who: 'review',
    body: v.strictObject({ tab, receiptId: uuid, version, decision }),
    answer: v.strictObject({ receiptId: uuid, version, counts: reviewCounts }),
    summary: 'Decides an assigned receipt. The answer has what undoing it needs.',
  }),
  reviewUndo: deskCall({
    method: 'POST',
    path: '/desk-api/review/undo',
    who: 'review',
    body: v.strictObject({ tab, receiptId: uuid, version }),
    answer: nextItem,
    summary: 'Takes the person’s own decision back and assigns the receipt again.',
  }),
  reviewSkip: deskCall({
    method: 'POST',
    path: '/desk-api/review/skip',
    who: 'review',
    body: v.strictObject({ tab, receiptId: uuid }),
    answer: v.strictObject({ counts: reviewCounts }),
    summary: 'Returns a receipt to the queue. The person does not get it again for an hour; others do.',
  }),
  reviewUndoSkip: deskCall({
    method: 'POST',
    path: '/desk-api/review/undo-skip',
    who: 'review',
    body: v.strictObject({ tab, receiptId: uuid }),
    answer: nextItem,
    summary: 'Assigns a skipped receipt again.',
  }),
  reviewRelease: deskCall({
    method: 'POST',
    path: '/desk-api/review/release',
    who: 'review',
    body: v.strictObject({ tab }),
    answer: v.strictObject({}),
    summary: 'Returns the tab’s receipts to the queue, when it closes.',
  }),
  photo: deskCall({
    method: 'GET',
    path: '/desk-api/receipts/:id/photos/:position',
    who: ['customers', 'review'],
    params: v.strictObject({ id: uuid, position: v.pipe(v.string(), v.regex(/^\d{1,2}$/, 'integer')) }),
    answer: null,
    summary:
      'A photo of a receipt. Positions count from 0. A person without the permission `customers` must have the receipt assigned, or one that it resembles.',
  }),
}
