import * as v from 'valibot'
import { type Receipt, receipt as receiptSchema } from '#contract/schema/receipt.ts'
import type { Failure } from '#src/ports.ts'

/** A new receipt is refused if the server already has it with different contents. */
export function receiptOnServer(failure: Failure | null | undefined): Receipt | null {
  if (failure?.kind !== 'refused' || failure.code !== 'RECEIPT_EXISTS') return null
  const parsed = v.safeParse(receiptSchema, failure.current)
  return parsed.success ? parsed.output : null
}
