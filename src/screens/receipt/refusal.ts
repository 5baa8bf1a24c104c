import type { ErrorCode } from '#contract/errors.ts'
import type { Failure } from '#src/ports.ts'
import type { Problems } from '#src/ui/problems.ts'
import type { ReceiptField } from './receipt-form-draft.ts'

/** Refusals that belong beside one field, with the code of their sentence there. */
const places: Partial<Record<ErrorCode, readonly [ReceiptField, string]>> = {
  IMAGE_MISSING: ['images', 'images'],
  IMAGE_TYPE: ['images', 'unreadable'],
  IMAGE_DIMENSIONS: ['images', 'too-small'],
  STORE_CLOSED: ['storeId', 'closed'],
  RECEIPT_DUPLICATE: ['receiptNo', 'duplicate'],
  OUT_OF_PERIOD: ['purchasedAt', 'period'],
  BELOW_MINIMUM: ['amount', 'minimum'],
}

/** Where a refusal of the whole receipt belongs in the form; nothing where it belongs to no field. */
export function problemsOfRefusal(failure: Failure): Problems<ReceiptField> {
  const place = failure.kind === 'refused' ? places[failure.code] : undefined
  return place === undefined ? {} : { [place[0]]: place[1] }
}
