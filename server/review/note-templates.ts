import { reviewNotes } from '#campaign/review-notes.ts'
import type { RejectReason } from '#contract/schema/receipt.ts'

export type NoteTemplate = { readonly th: string; readonly en: string }

/** Suggested notes for each reject reason. A missing reason is a type error. */
export const noteTemplates: Readonly<Record<RejectReason, readonly NoteTemplate[]>> = reviewNotes
