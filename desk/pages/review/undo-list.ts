import { CallError } from '../../api/call.ts'

/** What the person did last, so that it can be undone. */
export type Done =
  | { readonly kind: 'decided'; readonly receiptId: string; readonly version: number }
  | { readonly kind: 'skipped'; readonly receiptId: string }

/** Longest list of steps that can be undone. */
const UNDO_MAX = 50

/** Adds a step to the list of those that can be undone. */
export const remember = (done: readonly Done[], step: Done): readonly Done[] =>
  [...done, step].slice(-UNDO_MAX)

/**
 * Returns the list after the undo of its last step has failed. Removes the step if the server will never undo it, for example
 * because the customer has sent the receipt again. Otherwise it would block all earlier steps.
 */
export function doneAfterFailure(done: readonly Done[], error: unknown): readonly Done[] {
  const isFinal = error instanceof CallError && ['CHANGED', 'REFUSED', 'NOT_FOUND'].includes(error.code)
  return isFinal ? done.slice(0, -1) : done
}
