import * as v from 'valibot'
import { IMAGES_PER_RECEIPT, RECEIPT_AMOUNT_BAHT } from '#contract/limits.ts'
import { plainReceiptNo } from '#contract/rules.ts'
import { dateTime, integer, line, page, sha256, uuid } from './common.ts'

export const rejectReasons = {
  BLURRY: 'ภาพไม่ชัด กรุณาถ่ายใหม่',
  INCOMPLETE: 'เห็นใบเสร็จไม่ครบ',
  DUPLICATE: 'มีผู้ส่งใบเสร็จนี้แล้ว',
  STORE: 'ร้านค้าไม่ร่วมรายการ',
  PERIOD: 'ซื้อนอกช่วงกิจกรรม',
  AMOUNT: 'ยอดเงินไม่ตรงกับใบเสร็จ',
  MINIMUM: 'ยอดซื้อไม่ถึงขั้นต่ำ',
  NOT_RECEIPT: 'ไม่ใช่ใบเสร็จรับเงิน',
  FRAUD: 'ตรวจพบความผิดปกติ',
  OTHER: 'อื่น ๆ',
} as const
export type RejectReason = keyof typeof rejectReasons
export const rejectReasonsEn = {
  BLURRY: 'The photo is not clear. Please take it again',
  INCOMPLETE: 'Part of the receipt is missing in the photo',
  DUPLICATE: 'This receipt has already been sent',
  STORE: 'This store does not take part in the campaign',
  PERIOD: 'The purchase was outside the campaign period',
  AMOUNT: 'The amount differs from the receipt',
  MINIMUM: 'The purchase is below the minimum amount',
  NOT_RECEIPT: 'This is not a receipt',
  FRAUD: 'We found irregularities',
  OTHER: 'Another reason',
} as const satisfies Record<RejectReason, string>

export const receiptStatus = v.picklist(['pending', 'approved', 'rejected', 'void'])
export type ReceiptStatus = v.InferOutput<typeof receiptStatus>

const amount = v.pipe(
  v.number(),
  v.minValue(RECEIPT_AMOUNT_BAHT.min, 'range'),
  v.maxValue(RECEIPT_AMOUNT_BAHT.max, 'range'),
  v.check(baht => Math.abs(baht * 100 - Math.round(baht * 100)) < 1e-6, 'decimals'),
)

/** `amount` is in baht. `images` are hashes of uploaded photos. */
export const receiptFields = {
  storeId: v.pipe(integer, v.minValue(1, 'required')),
  receiptNo: v.pipe(
    line(3, 40),
    v.transform(plainReceiptNo),
    v.regex(/^[\p{L}\p{M}\p{N}#:/.\-_()*+&, ]+$/u, 'receiptNo'),
  ),
  amount,
  purchasedAt: dateTime,
  images: v.pipe(
    v.array(sha256),
    v.minLength(IMAGES_PER_RECEIPT.min, 'required'),
    v.maxLength(IMAGES_PER_RECEIPT.max, 'length'),
    v.check(list => new Set(list).size === list.length, 'repeated'),
  ),
  at: v.optional(dateTime),
}
const { storeId, receiptNo, purchasedAt } = receiptFields
/** The fields that a reviewer corrected, with their new values. */
export const correctedFields = v.pipe(
  v.strictObject({
    storeId: v.optional(storeId),
    receiptNo: v.optional(receiptNo),
    amount: v.optional(amount),
    purchasedAt: v.optional(purchasedAt),
  }),
  v.check(fields => Object.keys(fields).length > 0, 'required'),
)
export type CorrectedFields = v.InferOutput<typeof correctedFields>

export const newReceiptBody = v.strictObject({ id: uuid, ...receiptFields })
export const updateReceiptBody = v.strictObject(receiptFields)

/** The values that the customer sent, for each field that a reviewer corrected. */
const correctedFrom = v.object({
  store: v.optional(v.object({ id: integer, name: v.string(), nameEn: v.nullable(v.string()) })),
  receiptNo: v.optional(v.string()),
  amount: v.optional(v.number()),
  purchasedAt: v.optional(dateTime),
})

export const receipt = v.object({
  id: uuid,
  storeId: integer,
  storeName: v.string(),
  /** Null if the store has no English name. Missing on an older server. */
  storeNameEn: v.optional(v.nullable(v.string())),
  receiptNo: v.string(),
  amount: v.number(),
  purchasedAt: dateTime,
  images: v.array(sha256),
  status: receiptStatus,
  /** True if another customer has sent this number, so that a reviewer compares the two. Missing on an older server. */
  disputed: v.optional(v.boolean()),
  rights: integer,
  rejectReason: v.nullable(v.string()),
  /** The reason in Thai and the reviewer's note. */
  rejectText: v.nullable(v.string()),
  /** The reason and note in English. Missing on an older server. */
  rejectTextEn: v.optional(v.nullable(v.string())),
  editable: v.boolean(),
  resubmitsLeft: integer,
  version: integer,
  createdAt: dateTime,
  updatedAt: dateTime,
  reviewedAt: v.nullable(dateTime),
  /** Null if no reviewer corrected the receipt. Missing on an older server. */
  correctedFrom: v.optional(v.nullable(correctedFrom)),
})
export type Receipt = v.InferOutput<typeof receipt>

export const receiptParams = v.strictObject({ id: uuid })
export const receiptQuery = v.strictObject({ ...page, status: v.optional(receiptStatus) })
/** `epoch` is the `Data-Epoch` of the history, if the server has one. */
export const voidedReceipt = v.object({
  id: uuid,
  status: v.literal('void'),
  epoch: v.optional(v.string()),
})

/** Values read from a photo. A value is null if it was not found or is invalid. */
export const readReceipt = v.object({
  storeId: v.nullable(integer),
  receiptNo: v.nullable(v.string()),
  purchasedAt: v.nullable(dateTime),
  amount: v.nullable(v.number()),
})
export type ReadReceipt = v.InferOutput<typeof readReceipt>

export const imageParams = v.strictObject({ sha256 })
/** `sha256` is the hash of the uploaded bytes. The stored file is different, because its metadata is removed. */
export const storedImage = v.object({
  sha256,
  bytes: integer,
  width: integer,
  height: integer,
  contentType: v.picklist(['image/jpeg', 'image/png', 'image/webp']),
})
/** The response to a chunk. `received` is the number of bytes stored so far. */
const partialImage = v.object({ sha256, received: integer })
export const uploadedImage = v.union([storedImage, partialImage])
