import { FORBIDDEN, text, withoutUnseen } from '#contract/schema/common.ts'
import { DAY_MS } from '#contract/time.ts'

/** Maximum length of a note, in UTF-16 code units. */
export const CUSTOMER_NOTE_MAX = 500
/** Maximum number of notes about one customer. */
export const NOTES_MAX = 100
/** How long people who are not managers may delete their own notes. */
export const OWN_NOTE_MS = DAY_MS

export const noteText = text(1, CUSTOMER_NOTE_MAX)

/** `line` is the number of the typed line in which the problem begins, from 1; null if it concerns the whole text. */
export type TextProblem = {
  readonly code: 'required' | 'length' | 'characters'
  readonly line: number | null
}

/** Returns the first problem that makes `noteText` refuse a text, for the message at the field. */
export function textProblem(typed: string, max: number): TextProblem | null {
  const seen = withoutUnseen(typed)
  const trimmed = seen.trim()
  if (trimmed === '') return { code: 'required', line: null }
  const skipped = seen.length - seen.trimStart().length
  const lineAt = (index: number) => seen.slice(0, skipped + index).split('\n').length
  const wrong = FORBIDDEN.exec(trimmed)?.index
  if (wrong !== undefined) return { code: 'characters', line: lineAt(wrong) }
  if (trimmed.length <= max) return null
  const tooMuch = trimmed.slice(max)
  return { code: 'length', line: lineAt(max + tooMuch.length - tooMuch.trimStart().length) }
}
