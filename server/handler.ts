import type { Answer, Auth, Body, CallName, Params, Query } from '#contract/calls.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'

export type Caller = {
  readonly customerId: string
  readonly lineUserId: string
  readonly sessionId: string
  readonly sessionExpiresAt: number
  readonly status: 'provisional' | 'registered'
}

type CallerOf<A> = A extends 'none' ? null : A extends 'optional' ? Caller | null : Caller

export type ReceivedCall<N extends CallName> = {
  readonly params: Params<N>
  readonly query: Query<N>
  readonly body: Body<N>
  /** Null for `auth: 'none'`, or for `auth: 'optional'` without a live session. */
  readonly caller: CallerOf<Auth<N>>
  /**
   * A transaction if the call is idempotent, otherwise the database itself. The transaction also
   * stores the response. An ApiError rolls it back unless its `keep` is set.
   */
  readonly db: Db
  /** `deps.db` is the same as `db`, because a second connection could wait for the one that this call holds. */
  readonly deps: ServerDeps
  readonly now: number
  /**
   * Throws UNAUTHORIZED if the session was revoked or the customer blocked since the call arrived (for a photo, up to
   * two minutes ago). Checked automatically for idempotent calls; other handlers must call this in each transaction
   * that stores the caller's data.
   */
  readonly requireSession: (trx: Db) => Promise<void>
  readonly headers: Headers
  /** The raw body for `bodyKind: 'bytes'`, at most MAX_IMAGE_BYTES; otherwise empty. */
  readonly bytes: Uint8Array
  readonly requestId: string
  /** Takes one token from a bucket of `perMinute` tokens, or throws RATE_LIMITED. */
  readonly limit: (key: string, perMinute: number) => Promise<void>
  /** Reports that a part of this call was rejected. Thrown errors are reported anyway. */
  readonly report: (error: ApiError, customerId: string) => void
}

export type WithHeaders<T> = { readonly answer: T; readonly headers: Record<string, string> }

export type HandlerResult<N extends CallName> = Answer<N> | WithHeaders<Answer<N>> | Response

export type Handler<N extends CallName> = (call: ReceivedCall<N>) => Promise<HandlerResult<N>>

export type Handlers<N extends CallName> = { readonly [K in N]: Handler<K> }
