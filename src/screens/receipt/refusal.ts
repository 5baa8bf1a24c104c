import type { ErrorCode } from '#contract/errors.ts'
import type { Failure } from '#src/ports.ts'
import type { Problems } from '#src/ui/problems.ts'
import type { ReceiptField } from './receipt-form-draft.ts'

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
