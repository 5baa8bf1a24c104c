import type { Answer, Body, Params, Query, RouteName, Routes } from '#contract/routes.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { Db } from '#server/store/tables.ts'

/** Who calls: the customer of a live session. */
export type Caller = {
  readonly customerId: string
  readonly lineUserId: string
  readonly sessionId: string
  readonly status: 'provisional' | 'registered'
}

/** One validated call. */
export type ReceivedCall<N extends RouteName> = {
  readonly params: Params<N>
  readonly query: Query<N>
  readonly body: Body<N>
  /** Present on every route with `auth: 'bearer'`. */
  readonly caller: Routes[N]['auth'] extends 'none' ? null : Caller
  /**
   * For an idempotent call, with or without a key, a transaction: it also stores the answer, and a thrown refusal
   * undoes it (see `ApiError.keep`). Else the database. `inTransaction(call.db, …)` serves both.
   */
  readonly db: Db
  /** What the server has; `deps.db` is `db`, so that nobody waits for a connection that this call holds. */
  readonly deps: ServerDeps
  /** The moment the call arrived, milliseconds since 1970; one value for the whole call. */
  readonly now: number
  readonly headers: Headers
  /** The raw body, for `bodyKind: 'bytes'` only: at most MAX_IMAGE_BYTES, else TOO_LARGE was answered. */
  readonly bytes: Uint8Array
  readonly requestId: string
  /** Takes one from a bucket of `perMinute`; throws RATE_LIMITED where it is empty. */
  readonly limit: (key: string, perMinute: number) => Promise<void>
}

/** An answer with headers of its own, such as `ETag` or `Link`. */
export type WithHeaders<T> = { readonly answer: T; readonly headers: Record<string, string> }

/** What a handler gives back: the answer, the answer with headers, or (bytes, 304) a whole response. */
export type Handled<N extends RouteName> = Answer<N> | WithHeaders<Answer<N>> | Response

type Handler<N extends RouteName> = (call: ReceivedCall<N>) => Promise<Handled<N>>

/** Some of the routes' handlers, by name. All together must cover every route; the compiler sees to it. */
export type Handlers<N extends RouteName> = { readonly [K in N]: Handler<K> }
