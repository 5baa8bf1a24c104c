import { STAFF_PIN_DIGITS } from '#contract/limits.ts'
import { isPin } from '#server/campaign/staff-pin.ts'
import { CliError, type Context } from './verb.ts'

export const PIN_HELP =
  'The command prompts for the PIN, or reads it from standard input. It is not an argument, because the shell stores arguments.'

/**
 * Reads a staff PIN from the terminal without showing it, or from standard input. Rejects a PIN in the arguments
 * (`given`), because the shell stores arguments in its history and other users can see them.
 */
export async function readPin(
  { terminal }: Pick<Context, 'terminal'>,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined)
    throw new CliError(
      'PIN: type it at the prompt, or send it to standard input; do not pass it as an argument',
    )
  const pin = (await terminal?.secret('PIN: '))?.trim() ?? ''
  if (!isPin(pin)) throw new CliError(`PIN: must be ${STAFF_PIN_DIGITS} digits`)
  return pin
}
