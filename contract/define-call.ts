import type * as v from 'valibot'
import type { ErrorCode } from '#contract/errors.ts'
import type { CallRequest, Lane } from '#contract/request.ts'
import { noFields } from '#contract/schema/common.ts'

type Schema = v.GenericSchema

/**
 * The rate limit that a call counts against. `server/http/rates.ts` holds the limits per minute. `address`
 * counts per IP address, `none` is not limited, and all others count per customer.
 */
export type RateBucket =
  | 'none'
  | 'address'
  | 'read'
  | 'write'
  | 'log'
  | 'receipt'
  | 'answer'
  | 'reward/use'
  | 'image'

/** Everything the app, the server, the API document and the tests need to know about one call. Success is HTTP 200 (spec S7). */
export type CallDefinition = CallRequest & {
  readonly params: Schema
  readonly query: Schema
  readonly body: Schema
  readonly answer: Schema
  /** Error codes of this call, in addition to `commonErrors` and `bearerErrors`. */
  readonly errors: readonly ErrorCode[]
  /** HTTP statuses that replace an error code's usual status in this call. */
  readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>
  /** True if a provisional session, whose customer has not completed registration, may make this call. */
  readonly provisional: boolean
  /**
   * True if the call ends its own session. After that, the session's token is only accepted for a repetition
   * with the same idempotency key.
   */
  readonly endsSession: boolean
  readonly rateBucket: RateBucket
  /**
   * True if the call accepts an `Idempotency-Key`. The response returns the key, and a replayed response also
   * has the header `Idempotency-Replayed`.
   */
  readonly idempotent: boolean
  /**
   * Body fields that may differ between two requests with the same idempotency key, such as the phone's time: the second
   * request still counts as a repeat of the first. All other fields must be the same.
   */
  readonly fingerprintOmits: readonly string[]
  /**
   * The outbox lane in which this write waits while the phone is offline, or null if the app sends the call
   * directly.
   */
  readonly lane: Lane | null
  /**
   * The `Cache-Control` policy of the response. Responses to calls with a bearer token are never publicly
   * cacheable.
   */
  readonly cache: 'no-store' | 'public' | 'private-image'
  /** One-line description for the API document. */
  readonly summary: string
  /**
   * False if the app does not make this call. The tables generated for the app then omit it, to keep them
   * small.
   */
  readonly inApp: boolean
}

type Given = Pick<CallDefinition, 'method' | 'path' | 'answer' | 'summary'> & Partial<CallDefinition>
type Or<T, K extends keyof CallDefinition, Fallback> = T extends Record<K, infer Value> ? Value : Fallback
type Filled = 'params' | 'query' | 'body' | 'auth'

type Defined<T extends Given> = Omit<CallDefinition, Filled | keyof T> &
  Omit<T, Filled> & {
    readonly params: Or<T, 'params', typeof noFields>
    readonly query: Or<T, 'query', typeof noFields>
    readonly body: Or<T, 'body', typeof noFields>
    readonly auth: Or<T, 'auth', 'bearer'>
  }

/**
 * Completes a call with the defaults: bearer token, registered customers only, no input, not queued, not
 * cached, made by the app.
 *
 * A file in `contract/calls/` exports the result as `call`. If the app makes the call, the file also exports
 * the response's schema as `answer`. The app validates responses only, so the bundler drops `call` and the
 * request schemas from the app. For this, the function must be marked as free of side effects.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<const T extends Given>(given: T): Defined<T> {
  return {
    bodyKind: 'none',
    auth: 'bearer',
    params: noFields,
    query: noFields,
    body: noFields,
    errors: [],
    provisional: false,
    endsSession: false,
    rateBucket: defaultBucket(given),
    idempotent: false,
    fingerprintOmits: [],
    lane: null,
    cache: 'no-store',
    inApp: true,
    ...given,
  } as unknown as Defined<T>
}

function defaultBucket({ method, auth }: Given): RateBucket {
  if (auth === 'none') return 'address'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}
