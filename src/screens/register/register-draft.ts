import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { readShownTexts, type ShownTexts } from '#src/ui/agree/use-shown-texts.ts'
import { type CustomerDraft, readCustomerDraft } from '#src/ui/customer-form/customer-draft.ts'

/** All consents start unticked. */
export type RegisterDraft = {
  readonly terms: boolean
  readonly privacy: boolean
  /** Version of the consent sentence that the customer ticked; null if it is not ticked. */
  readonly marketing: string | null
  readonly guardian: boolean
  /** The texts that the customer saw when giving consent; null before that. */
  readonly shown: ShownTexts | null
  /** True if the server has rejected the form because the texts have changed. */
  readonly changed: boolean
  readonly customer: CustomerDraft
}

/** Accepts a draft in any older build's format; missing or invalid fields become empty. */
export function readRegisterDraft(kept: unknown): RegisterDraft {
  const record = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  const shown = readShownTexts(record.shown)
  return {
    terms: record.terms === true,
    privacy: record.privacy === true,
    shown,
    changed: record.changed === true,
    // Ticking an earlier version of the sentence is not consent to the current version.
    marketing: record.marketing === MARKETING_VERSION ? MARKETING_VERSION : null,
    guardian: record.guardian === true,
    customer: readCustomerDraft(record.customer),
  }
}
