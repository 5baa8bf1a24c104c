/** Types of the product API's calls. `src/platform/http.ts` makes the calls. */

import type { Answer, AppCallName, Auth, BodyInput, Params, QueryInput } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'

/**
 * `portal`: the response may be from another server, such as a Wi-Fi sign-in page. `retryAfter` is in seconds. `alone`
 * counts a job's consecutive `portal` responses while our server answered other calls.
 */
export type Failure =
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'portal'
      readonly status: number
      readonly retryAfter?: number
      readonly alone?: number
    }
  /** This campaign's server responded but does not offer the call. */
  | { readonly kind: 'missing' }
  | Refusal

/** An error response from this campaign's server (4xx or 5xx). */
type Refusal = {
  readonly kind: 'refused'
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly fields: readonly { readonly path: string; readonly code: string }[]
  readonly requestId: string
  readonly key?: string
  /** `Retry-After` in seconds. */
  readonly retryAfter: number | null
  readonly current: unknown
}

/** Returns a refusal like our server's. `more` overrides its empty details. */
export const refusal = (status: number, code: ErrorCode, more: Partial<Refusal> = {}): Refusal => ({
  kind: 'refused',
  status,
  code,
  message: '',
  fields: [],
  requestId: '',
  retryAfter: null,
  current: null,
  ...more,
})

export const signedOutFailure = refusal(401, 'UNAUTHORIZED')

export const isRefused = (failure: Failure | null | undefined, code: ErrorCode): failure is Refusal =>
  failure?.kind === 'refused' && failure.code === code

/** `at` is when the response arrived (phone's clock, milliseconds since 1970). */
export type CachedResponse<T> = { readonly at: number; readonly etag: string | null; readonly value: T }

export type Reply<T> =
  | { readonly ok: true; readonly value: T; readonly headers: Headers }
  | {
      readonly ok: false
      readonly failure: Failure
      readonly headers: Headers | null
      /** The cached response, if the server did not answer. */
      readonly cached?: CachedResponse<T>
    }

export type PrivateCallName = {
  [N in AppCallName]: Auth<N> extends 'bearer' ? N : never
}[AppCallName]

/**
 * The server rejects a call with OWNER_MISMATCH if the session belongs to another customer, who may have signed in in
 * another tab. Public calls have no owner. A visit that has an owner continues the owner's session.
 */
type OwnerOption<N extends AppCallName> = [N] extends [PrivateCallName]
  ? { readonly owner: string }
  : [Auth<N>] extends ['none']
    ? { readonly owner?: never }
    : { readonly owner?: string }

export type CallOptions<N extends AppCallName> = OwnerOption<N> & {
  readonly params?: Params<N>
  readonly query?: QueryInput<N>
  readonly body?: BodyInput<N>
  readonly bytes?: { readonly data: Uint8Array<ArrayBuffer>; readonly type: string; readonly range?: string }
  readonly idempotencyKey?: string
  readonly ifMatch?: string
  /** Its ETag is sent as `If-None-Match`; after a 304, the reply contains its value. */
  readonly cached?: { readonly etag: string; readonly value: Answer<N> }
  /** Requests only the worker's cached response, returned as the reply's `cached`. A worker must control the page. */
  readonly cachedOnly?: boolean
  readonly timeout?: number
  readonly signal?: AbortSignal
  /** Lets the request finish after the page is closed. Browsers allow this only for small requests. */
  readonly keepalive?: boolean
}

/** Returns expected failures as values and never throws them (spec S7). */
export type Api = {
  call<N extends AppCallName>(
    name: N,
    ...options: [N] extends [PrivateCallName] ? [CallOptions<N>] : [CallOptions<N>?]
  ): Promise<Reply<Answer<N>>>
  download(name: 'getImage', options: CallOptions<'getImage'>): Promise<Reply<Blob>>
}

/** Returns null if the value does not match the contract's schema. */
export type CheckAnswer = <N extends AppCallName>(
  name: N,
  given: unknown,
) => { readonly value: Answer<N> } | null

export type CachedRead<N extends AppCallName> = {
  readonly route: N
  /** Record name in the phone's store. */
  readonly name: string
  /** The customer who owns the record and makes the call; null for a public call. */
  readonly owner: string | null
  readonly query?: QueryInput<N>
  readonly timeout?: number
  readonly signal?: AbortSignal
  /** Returns false if the caller no longer needs the answer, so that it is not stored. */
  readonly isCurrent?: () => boolean
  /** True if the customer has just made a change that an earlier request's answer may not contain. */
  readonly afterWrite?: boolean
}

/** Returns the answer if another call has already fetched it, or null. */
type GivenAnswer<N extends AppCallName> = (
  copy: { readonly etag: string; readonly value: Answer<N> } | undefined,
) => Promise<Reply<Answer<N>> | null>

/** Runs in the page or, for the calls in `worker-reads.ts`, in a service worker that controls the page. */
export type CachedReads = {
  /** Never calls the server. Returns null if there is no cached response. */
  stored<N extends AppCallName>(read: CachedRead<N>): Promise<CachedResponse<Answer<N>> | null>
  /**
   * Calls the server, unless `given` returns an answer, and stores the answer. Sends the ETag of `copy`. If the server
   * does not answer, the reply contains the cached response.
   */
  fresh<N extends AppCallName>(
    read: CachedRead<N>,
    copy: CachedResponse<Answer<N>> | null,
    given?: GivenAnswer<N>,
  ): Promise<Reply<Answer<N>>>
  store<N extends AppCallName>(read: CachedRead<N>, answer: Answer<N>): Promise<void>
}
