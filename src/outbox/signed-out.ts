import type { Failure } from '#src/ports.ts'

/** The failure reported for a write if its customer is no longer signed in. */
export const signedOutFailure: Failure = {
  kind: 'refused',
  status: 401,
  code: 'UNAUTHORIZED',
  message: '',
  fields: [],
  requestId: '',
  retryAfter: null,
  current: null,
}
