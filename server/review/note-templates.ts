import { reviewNotes } from '#campaign/review-notes.ts'
import type { Words } from '#contract/languages.ts'
import type { RejectReason } from '#contract/schema/receipt.ts'

/** Suggested notes for each reject reason. A missing reason is a type error. */
export const noteTemplates: Readonly<Record<RejectReason, readonly Words[]>> = reviewNotes
