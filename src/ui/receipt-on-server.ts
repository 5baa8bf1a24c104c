import * as v from 'valibot'
import { type Receipt, receipt as receiptSchema } from '#contract/schema/receipt.ts'
import type { Failure } from '#src/ports.ts'

/** If the server already has the new receipt with different contents, returns its copy. */
export function receiptOnServer(failure: Failure | null | undefined): Receipt | null {
  if (failure?.kind !== 'refused' || failure.code !== 'RECEIPT_EXISTS') return null
  const parsed = v.safeParse(receiptSchema, failure.current)
  return parsed.success ? parsed.output : null
}
