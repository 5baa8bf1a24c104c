import type * as v from 'valibot'
import type { ErrorCode } from '#contract/errors.ts'
import type { CallRequest, Lane } from '#contract/request.ts'
import { noFields } from '#contract/schema/common.ts'

type Schema = v.GenericSchema

/** The rate limit for a call (see `server/http/rates.ts`). `address` is per IP address, all others are per customer. */
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

/** A successful call returns HTTP 200 (spec S7). */
export type CallDefinition = CallRequest & {
  readonly params: Schema
  readonly query: Schema
  readonly body: Schema
  readonly answer: Schema
  /** Added to `commonErrors` and `bearerErrors`. */
  readonly errors: readonly ErrorCode[]
  /** Overrides an error code's usual status for this call. */
  readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>
  /** True if a customer who has not completed registration may make this call. */
  readonly provisional: boolean
  /**
   * True if the call ends its own session. The token is then accepted only for a repeat with the same idempotency key.
   */
  readonly endsSession: boolean
  readonly rateBucket: RateBucket
  /**
   * True if the call accepts an `Idempotency-Key`. The response repeats the key. A replayed response has
   * `Idempotency-Replayed`.
   */
  readonly idempotent: boolean
  /** Body fields, such as the phone's time, that may differ between repeats with the same idempotency key. */
  readonly fingerprintOmits: readonly string[]
  /** The outbox lane for this write, or null if the app sends the call directly. */
  readonly lane: Lane | null
  /** False if the app does not make this call, so that the app's generated tables can omit it. */
  readonly cache: 'no-store' | 'public' | 'private-image'
  readonly summary: string
  /**
   * Adds the defaults: bearer token, registered customers only, no input, not queued, not cached.
   * A file in `contract/calls/` exports the result as `call` and, if the app makes the call, the response schema as
   * `answer`. The app needs only `answer`; because this function has no side effects, the bundler can drop `call`.
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
 * Completes a call definition with the defaults: bearer token, registered customers only, no input, not queued, not
 * cached.
 *
 * A file in `contract/calls/` exports the result as `call` and, if the app makes the call, the response schema as
 * `answer`. The app needs only `answer`, and because this function has no side effects, the bundler can drop `call`.
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
