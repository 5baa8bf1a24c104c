import type { Answer, Auth, Body, CallName, Params, Query } from '#contract/calls.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'

/** The customer of a live session. */
export type Caller = {
  readonly customerId: string
  readonly lineUserId: string
  readonly sessionId: string
  /** When the session expires, in milliseconds since 1970. */
  readonly sessionExpiresAt: number
  readonly status: 'provisional' | 'registered'
}

type CallerOf<A> = A extends 'none' ? null : A extends 'optional' ? Caller | null : Caller

/** A validated call, as a handler receives it. */
export type ReceivedCall<N extends CallName> = {
  readonly params: Params<N>
  readonly query: Query<N>
  readonly body: Body<N>
  /** The signed-in customer; null for calls with `auth: 'none'`, and with `auth: 'optional'` without a live session. */
  readonly caller: CallerOf<Auth<N>>
  /**
   * A transaction if the call is idempotent, with or without a key; otherwise the database. The transaction
   * also stores the response, and a thrown ApiError rolls it back unless its `keep` is set.
   * `inTransaction(db, …)` works with both.
   */
  readonly db: Db
  /**
   * The server's dependencies. `deps.db` is the same as `db`: a handler that used a second database
   * connection could wait for the connection that its own call holds.
   */
  readonly deps: ServerDeps
  /** When the request arrived, in milliseconds since 1970. It stays the same for the whole call. */
  readonly now: number
  /**
   * Throws UNAUTHORIZED if the caller's session was revoked, or the customer blocked, since the call arrived: a photo can take
   * two minutes to arrive. Idempotent calls have been checked in their transaction; others must call it in each transaction
   * that stores something of the caller. Without a caller, it does nothing.
   */
  readonly requireSession: (trx: Db) => Promise<void>
  readonly headers: Headers
  /** The raw body of a call with `bodyKind: 'bytes'`, at most MAX_IMAGE_BYTES long. Empty for all other calls. */
  readonly bytes: Uint8Array
  readonly requestId: string
  /**
   * Takes one token from the rate-limit bucket `key`, which holds `perMinute` tokens. Throws RATE_LIMITED if
   * the bucket is empty.
   */
  readonly limit: (key: string, perMinute: number) => Promise<void>
  /** Reports the refusal of a part of this call to the security log. A thrown ApiError is reported without it. */
  readonly report: (error: ApiError, customerId: string) => void
}

/** A response body with additional headers, such as `ETag` or `Link`. */
export type WithHeaders<T> = { readonly answer: T; readonly headers: Record<string, string> }

/** What a handler returns: the response body, the body with headers, or a complete response (photos, 304). */
export type HandlerResult<N extends CallName> = Answer<N> | WithHeaders<Answer<N>> | Response

/** The handler of one call. `server/routes/` has one file per call, which exports it as `handler`. */
export type Handler<N extends CallName> = (call: ReceivedCall<N>) => Promise<HandlerResult<N>>

export type Handlers<N extends CallName> = { readonly [K in N]: Handler<K> }
