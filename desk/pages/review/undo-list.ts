import { CallError } from '../../api/call.ts'

export type Done =
  | { readonly kind: 'decided'; readonly receiptId: string; readonly version: number }
  | { readonly kind: 'skipped'; readonly receiptId: string }

const UNDO_MAX = 50

export const remember = (done: readonly Done[], step: Done): readonly Done[] =>
  [...done, step].slice(-UNDO_MAX)

/**
 * Returns the list of steps after a failed undo. Removes the last step if it can never be undone, for example because
 * the customer has sent the receipt again; otherwise it would block all earlier steps.
 */
export function doneAfterFailure(done: readonly Done[], error: unknown): readonly Done[] {
  const isFinal = error instanceof CallError && ['CHANGED', 'REFUSED', 'NOT_FOUND'].includes(error.code)
  return isFinal ? done.slice(0, -1) : done
}
