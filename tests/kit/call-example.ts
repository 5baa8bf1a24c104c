import type { Answer, CallName } from '#contract/calls.ts'
import type { CallOptions, SignedIn, TestServer } from './server.ts'

/**
 * An example of one call for the generic suites. `tests/contract/calls/` exports one for each call, under the call's
 * name.
 */
export type CallExample<N extends CallName> = {
  /** Prepares the server for the call. Returns valid input for it, without token and idempotency key. */
  readonly good: (server: TestServer, me: SignedIn) => CallOptions | Promise<CallOptions>
  /** Input that the server rejects with VALIDATION. Required if the call has input. */
  readonly malformed?: CallOptions
  /**
   * Response fields that differ if the same request is sent twice without an idempotency key, such as a new session's
   * token.
   */
  readonly varies?: readonly string[]
  readonly check?: (answer: Answer<N>) => void
  /** Checks how the good request has changed the database, so that a handler without effect fails the test. */
  readonly effect?: (server: TestServer, me: SignedIn) => Promise<void>
}

/** Returns the form fields that prove a LINE identity. */
export async function identityForm(
  server: TestServer,
  user: { userId: string },
): Promise<Record<string, string>> {
  return { lineUserId: user.userId, idToken: await server.idToken(user) }
}

let phones = 0

/** Returns a phone number that no other customer of the test run has. */
export function newPhone(): string {
  phones += 1
  return `09${String(phones).padStart(8, '0')}`
}
