import { bahtIn } from '#contract/amount.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { RECEIPT_NO_MIN } from '#contract/limits.ts'
import { bangkokMinute, normaliseReceiptNo, ofBangkok } from '#contract/rules.ts'
import type { Activity } from '#contract/schema/master.ts'
import { type Receipt, receiptFields } from '#contract/schema/receipt.ts'
import { momentOf } from '#contract/time.ts'
import { partsOfPurchase } from '#src/domain/purchase-days.ts'
import { type Failure, isRefused } from '#src/ports.ts'
import type { JobView, ReceiptDraft, ReceiptsModel } from '#src/state/types.ts'
import { type Problems, problemOf } from '#src/ui/problems.ts'
import { receiptOnServer } from '#src/ui/receipt-on-server.ts'

export type ReceiptField = 'images' | 'storeId' | 'receiptNo' | 'purchasedAt' | 'amount'
export const receiptFieldNames: readonly ReceiptField[] = [
  'images',
  'storeId',
  'receiptNo',
  'purchasedAt',
  'amount',
]

/** Returns milliseconds since 1970, or NaN if the text is invalid. */
export const typedMoment = (typed: string) => momentOf(ofBangkok(typed))

/** `1.250` could be 1,250 baht, so the app asks for at most two decimals. */
const unreadable = (amount: string) => (/[.．]\p{Nd}{3,}/u.test(amount) ? 'decimals' : 'amount')

/** Returns baht, or NaN if the amount is empty or invalid. */
export const amountOf = (draft: ReceiptDraft) => bahtIn(draft.amount)

/** Only warns the customer; the server decides. `now` is the server time in milliseconds since 1970. */
export function receiptProblems(
  draft: ReceiptDraft,
  rule: { readonly activity: Activity | null; readonly now: number },
): Problems<ReceiptField> {
  const problems: Partial<Record<ReceiptField, string>> = {}
  const note = (name: ReceiptField, code: string | null) => {
    if (code !== null && problems[name] === undefined) problems[name] = code
  }
  const { activity, now } = rule
  if (draft.photos.length + draft.kept.length === 0) note('images', 'images')
  if (draft.storeId === null) note('storeId', 'required')
  const number = problemOf(receiptFields.receiptNo, draft.receiptNo)
  note('receiptNo', number === 'required' && draft.receiptNo.trim() !== '' ? 'receiptNo' : number)
  if (normaliseReceiptNo(draft.receiptNo).length < RECEIPT_NO_MIN) note('receiptNo', 'receiptNo')
  const purchasedAt = typedMoment(draft.purchasedAt)
  if (Number.isNaN(purchasedAt))
    note('purchasedAt', partsOfPurchase(draft.purchasedAt).day === '' ? 'chooseDay' : 'time')
  else if (purchasedAt > now) note('purchasedAt', 'future')
  else if (
    activity &&
    (purchasedAt < Date.parse(activity.opensAt) || purchasedAt >= Date.parse(activity.closesAt))
  )
    note('purchasedAt', 'period')
  const amount = amountOf(draft)
  if (draft.amount.trim() === '') note('amount', 'required')
  else {
    note('amount', Number.isNaN(amount) ? unreadable(draft.amount) : problemOf(receiptFields.amount, amount))
    if (activity && amount < activity.minAmount) note('amount', 'minimum')
  }
  return problems
}

/** Version 0 means that the server does not have the receipt, so the draft is sent as a new one. */
export function draftOfReceipt(receipt: Receipt): ReceiptDraft {
  return {
    id: receipt.id,
    version: receipt.version === 0 ? null : receipt.version,
    storeId: receipt.storeId,
    receiptNo: receipt.receiptNo,
    amount: String(receipt.amount),
    purchasedAt: bangkokMinute(Date.parse(receipt.purchasedAt)),
    photos: [],
    kept: receipt.images,
  }
}

/**
 * Prefers the `stored` draft, then the job's data. If the server refused the job because it already has the receipt,
 * sending the draft corrects that receipt.
 */
export function draftToEdit(
  receipt: Receipt,
  job: JobView | null,
  stored: ReceiptDraft | null,
): ReceiptDraft {
  const server = receiptOnServer(job?.failure)
  const version = server === null ? {} : { version: server.version }
  if (stored !== null) return { ...stored, ...version }
  const sends = job?.receipt ?? null
  return {
    ...draftOfReceipt(sends === null ? receipt : { ...receipt, ...sends, images: [...sends.images] }),
    ...version,
  }
}

/** Returns the photos that neither the phone nor the server has, if that is why the receipt was refused. */
export const lostPhotosOf = async (
  receipts: Pick<ReceiptsModel, 'lostPhotos'>,
  { kept }: ReceiptDraft,
  failure: Failure | null | undefined,
): Promise<readonly string[]> => (isRefused(failure, 'IMAGE_MISSING') ? receipts.lostPhotos(kept) : [])

export const withoutPhotos = (draft: ReceiptDraft, lost: readonly string[]): ReceiptDraft => ({
  ...draft,
  kept: draft.kept.filter(sha256 => !lost.includes(sha256)),
})

/** True if the customer has entered anything. Ignores the store suggested from the last receipt. */
export function touched(draft: ReceiptDraft): boolean {
  const { photos, receiptNo, amount, purchasedAt, suggested } = draft
  const storeId = suggested?.storeId === 'last' ? null : draft.storeId
  return photos.length > 0 || storeId !== null || `${receiptNo}${amount}${purchasedAt}`.trim() !== ''
}

/** Error codes that belong to one field, with the field and the code of the message to show there. */
const fieldProblems: Partial<Record<ErrorCode, readonly [ReceiptField, string]>> = {
  IMAGE_MISSING: ['images', 'images'],
  IMAGE_TYPE: ['images', 'unreadable'],
  IMAGE_DIMENSIONS: ['images', 'too-small'],
  STORE_CLOSED: ['storeId', 'closed'],
  RECEIPT_DUPLICATE: ['receiptNo', 'duplicate'],
  OUT_OF_PERIOD: ['purchasedAt', 'period'],
  BELOW_MINIMUM: ['amount', 'minimum'],
}

export function problemsOfRefusal(failure: Failure): Problems<ReceiptField> {
  const entry = failure.kind === 'refused' ? fieldProblems[failure.code] : undefined
  return entry === undefined ? {} : { [entry[0]]: entry[1] }
}
