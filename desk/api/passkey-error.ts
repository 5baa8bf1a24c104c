import { browserSupportsWebAuthn } from '@simplewebauthn/browser'

export type PasskeyProblem =
  | 'OTHER_BROWSER'
  | 'CANCELLED'
  | 'TIMED_OUT'
  | 'ALREADY_HERE'
  | 'OTHER_ADDRESS'
  | 'DEVICE'

/** `host` is the host for which the desk's passkeys are valid. */
export class PasskeyError extends Error {
  readonly problem: PasskeyProblem
  readonly host: string

  constructor(problem: PasskeyProblem, host: string, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
    this.host = host
  }
}

/** LINE's own browser may offer passkeys and then refuse to create or use one. */
const inLine = /\bLine\//

export const canUsePasskeys = (): boolean => browserSupportsWebAuthn() && !inLine.test(navigator.userAgent)

const problems: Readonly<Record<string, PasskeyProblem>> = {
  NotAllowedError: 'CANCELLED',
  AbortError: 'CANCELLED',
  InvalidStateError: 'ALREADY_HERE',
  SecurityError: 'OTHER_ADDRESS',
}

/** Runs a passkey ceremony. Rejects with a `PasskeyError`. `timeout` is in milliseconds. */
export async function runCeremony<T>(
  { host, timeout }: { readonly host: string; readonly timeout: number },
  run: () => Promise<T>,
): Promise<T> {
  if (!canUsePasskeys()) throw new PasskeyError('OTHER_BROWSER', host)
  const started = performance.now()
  try {
    return await run()
  } catch (error) {
    const problem = problems[error instanceof Error ? error.name : ''] ?? 'DEVICE'
    // Browsers report the same error for a cancelled prompt and for a timeout.
    const isLate = problem === 'CANCELLED' && performance.now() - started >= timeout
    throw new PasskeyError(isLate ? 'TIMED_OUT' : problem, host, error)
  }
}
