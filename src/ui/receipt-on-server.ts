import * as v from 'valibot'
import { type Receipt, receipt as receiptSchema } from '#contract/schema/receipt.ts'
import type { Failure } from '#src/ports.ts'

/**
 * Returns the server's receipt if the server refused a new receipt because it already has that receipt with different
 * contents. Returns null for any other failure.
 */
export function receiptOnServer(failure: Failure | null | undefined): Receipt | null {
  if (failure?.kind !== 'refused' || failure.code !== 'RECEIPT_EXISTS') return null
  const parsed = v.safeParse(receiptSchema, failure.current)
  return parsed.success ? parsed.output : null
}
