import type { Answer, CallName } from '#contract/calls.ts'
import type { CallOptions, SignedIn, TestServer } from './server.ts'

/** How the generic suites make one call. `tests/contract/calls/` exports one under the name of each call. */
export type CallExample<N extends CallName> = {
  /** Prepares what the call needs, then returns valid input for it, without token and idempotency key. */
  readonly good: (server: TestServer, me: SignedIn) => CallOptions | Promise<CallOptions>
  /** Input that the server refuses with VALIDATION. Required if the call has input. */
  readonly malformed?: CallOptions
  /** Fields that differ if the same request is sent twice without a key, such as a new session's token. */
  readonly varies?: readonly string[]
  readonly check?: (answer: Answer<N>) => void
  /** Checks what the good request has changed in the database, so that a handler without effect fails the test. */
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
