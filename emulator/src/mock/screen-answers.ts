import type { Agreement } from './permission.ts'
import type { ShareAnswer } from './share.ts'

/** How the user answers LINE's own screens, if the scenario does not say. */
export type ScreenAnswers = {
  /** The text of the scanned code; null if the user closes the scanner. */
  readonly scan: string | null
  /** Null if the user never answers the share picker. */
  readonly share: ShareAnswer | null
  readonly agree: Agreement
}
