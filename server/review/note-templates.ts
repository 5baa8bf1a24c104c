import { reviewNotes } from '#campaign/review-notes.ts'
import type { RejectReason } from '#contract/schema/receipt.ts'

/** A note in both languages. */
export type NoteTemplate = { readonly th: string; readonly en: string }

/** Notes that a reviewer can choose from, by reject reason. The compiler reports a reason without notes. */
export const noteTemplates: Readonly<Record<RejectReason, readonly NoteTemplate[]>> = reviewNotes
