import type { RefusalCode } from '#contract/desk/set-up.ts'
import { InputError } from '#server/data/input-error.ts'

/**
 * Thrown if a change of the set-up is not allowed. The command line prints the message, which mentions its options; the
 * desk has a text for each code.
 */
export class SetUpRefusal extends InputError {
  readonly code: RefusalCode
  /** Values to insert into the desk's text, such as a limit. */
  readonly values: Readonly<Record<string, string | number>>

  constructor(code: RefusalCode, message: string, values: Readonly<Record<string, string | number>> = {}) {
    super(message)
    this.code = code
    this.values = values
  }
}
