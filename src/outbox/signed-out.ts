import type { Failure } from '#src/ports.ts'

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
