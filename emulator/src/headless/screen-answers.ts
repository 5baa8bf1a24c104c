import type { Agreement } from './permission.ts'
import type { QuickFillAnswer } from './quick-fill.ts'
import type { ShareAnswer } from './share.ts'

/** How the user answers LINE's screens if the scenario does not specify it. */
export type ScreenAnswers = {
  /** The text of the scanned code; null if the user closes the scanner. */
  readonly scan: string | null
  /** How the user ends the share picker; null if the user never does. */
  readonly share: ShareAnswer | null
  /** How the user answers the screen with the common profile; null if the user never does. */
  readonly quickFill: QuickFillAnswer | null
  readonly agree: Agreement
}
