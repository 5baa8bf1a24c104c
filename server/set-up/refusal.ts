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

type Bounded = {
  /** How the command line names the number. */
  readonly option: string
  /** The number's label at the desk. */
  readonly field: string
}

/** Throws BOUNDS if the number is not between `min` and `max`. */
export function requireBounds(
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
  { option, field }: Bounded,
): void {
  if (value >= min && value <= max) return
  const message = `${option}: must be a whole number from ${min} to ${max}, not "${value}"`
  throw new SetUpRefusal('BOUNDS', message, { field, min, max })
}
