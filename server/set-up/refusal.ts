import type { RefusalCode } from '#contract/desk/set-up.ts'
import { isTooFar } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
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

type Named = {
  /** The value's name on the command line. */
  readonly option: string
  /** The value's label at the desk. */
  readonly field: string
}
type Near = Named & { readonly before: number | null; readonly now: number }

/** Throws TOO_FAR for a new time that is more than five years ahead, such as a mistyped year. */
export function requireNear(at: number | null, { before, now, option, field }: Near): void {
  if (at === null || at === before || !isTooFar(at, now)) return
  const message = `${option}: ${bangkokTime(at)} is more than five years ahead`
  throw new SetUpRefusal('TOO_FAR', message, { field, time: at })
}

/** Throws BOUNDS if the number is not between `min` and `max`. */
export function requireBounds(
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
  { option, field }: Named,
): void {
  if (value >= min && value <= max) return
  const message = `${option}: must be a whole number from ${min} to ${max}, not "${value}"`
  throw new SetUpRefusal('BOUNDS', message, { field, min, max })
}
