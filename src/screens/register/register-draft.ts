import { type CustomerDraft, readCustomerDraft } from '#src/ui/customer-form/customer-draft.ts'

/** What a registration holds while it is filled in. No box is ticked until the customer ticks it. */
export type RegisterDraft = {
  readonly terms: boolean
  readonly privacy: boolean
  readonly marketing: boolean
  readonly guardian: boolean
  readonly customer: CustomerDraft
}

/** A stored draft, whatever an older build may have left there. */
export function readRegisterDraft(kept: unknown): RegisterDraft {
  const record = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  return {
    terms: record.terms === true,
    privacy: record.privacy === true,
    marketing: record.marketing === true,
    guardian: record.guardian === true,
    customer: readCustomerDraft(record.customer),
  }
}
