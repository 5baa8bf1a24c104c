import type { Answer, Auth, Body, CallName, Params, Query } from '#contract/calls.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'

export type Caller = {
  readonly customerId: string
  readonly lineUserId: string
  readonly sessionId: string
  /** In milliseconds since 1970. */
  readonly sessionExpiresAt: number
  readonly status: 'provisional' | 'registered'
}

type CallerOf<A> = A extends 'none' ? null : A extends 'optional' ? Caller | null : Caller

export type ReceivedCall<N extends CallName> = {
  readonly params: Params<N>
  readonly query: Query<N>
  readonly body: Body<N>
  /** Null for `auth: 'none'`, and for `auth: 'optional'` without a live session. */
  readonly caller: CallerOf<Auth<N>>
  /**
   * A transaction if the call is idempotent, with or without a key; otherwise the database. The transaction also stores
   * the response, and an ApiError rolls it back unless its `keep` is set. `inTransaction(db, …)` works with both.
   */
  readonly db: Db
  /** `deps.db` is `db`: a second connection could wait for the one that this call holds. */
  readonly deps: ServerDeps
  /** When the request arrived, in milliseconds since 1970; constant during the call. */
  readonly now: number
  /**
   * Throws UNAUTHORIZED if the session was revoked, or the customer blocked, since the call arrived: a photo can take
   * two minutes. Checked automatically for idempotent calls; others must call it in each transaction that stores
   * something of the caller.
   */
  readonly requireSession: (trx: Db) => Promise<void>
  readonly headers: Headers
  /** The raw body for `bodyKind: 'bytes'`, at most MAX_IMAGE_BYTES; otherwise empty. */
  readonly bytes: Uint8Array
  readonly requestId: string
  /** Takes one token from a bucket of `perMinute` tokens, or throws RATE_LIMITED. */
  readonly limit: (key: string, perMinute: number) => Promise<void>
  /** Reports the refusal of a part of this call; thrown errors are reported anyway. */
  readonly report: (error: ApiError, customerId: string) => void
}

export type WithHeaders<T> = { readonly answer: T; readonly headers: Record<string, string> }

/** The body, the body with headers, or a complete response (photos, 304). */
export type HandlerResult<N extends CallName> = Answer<N> | WithHeaders<Answer<N>> | Response

export type Handler<N extends CallName> = (call: ReceivedCall<N>) => Promise<HandlerResult<N>>

export type Handlers<N extends CallName> = { readonly [K in N]: Handler<K> }
