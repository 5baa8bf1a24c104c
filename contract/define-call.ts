import type * as v from 'valibot'
import { DESK_BODY_BYTES } from '#contract/desk/limits.ts'
import type { Permission } from '#contract/desk/roles.ts'
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

type Input = {
  readonly params: Schema
  readonly query: Schema
  readonly body: Schema
}

/** A call to the product API. A successful call returns HTTP 200 (spec S7). */
export type CallDefinition = CallRequest &
  Input & {
    /**
     * `customer`: the app makes the call. `back-end`: other programs make it, so the app's generated tables omit it.
     */
    readonly audience: 'customer' | 'back-end'
    readonly answer: Schema
    /** Added to `commonErrors` and `bearerErrors`. */
    readonly errors: readonly ErrorCode[]
    /** Overrides an error code's usual status for this call. */
    readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>
    /** True if a customer who has not completed registration may make this call. */
    readonly provisional: boolean
    /**
     * True if the call ends its own session. The token is then accepted only for a repeat with the same idempotency
     * key.
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
    readonly cache: 'no-store' | 'public' | 'private-image'
    readonly summary: string
  }

/** A call of the organiser's desk. */
export type DeskCallDefinition = Input & {
  readonly method: 'GET' | 'POST'
  /** Starts with `/desk-api/`. `:name` stands for a parameter. */
  readonly path: string
  /** Who may make the call. One permission from a list is enough. */
  readonly who: 'anyone' | 'signed-in' | Permission | readonly Permission[]
  /** True if the passkey must have been used within the last `FRESH_MS`. */
  readonly fresh: boolean
  readonly bodyBytes: number
  /** Null if the response is a file. */
  readonly answer: Schema | null
  readonly summary: string
}

type Required = 'method' | 'path' | 'answer' | 'summary'
type Given = Pick<CallDefinition, Required> & Partial<CallDefinition>
export type DeskGiven = Pick<DeskCallDefinition, Required | 'who'> & Partial<DeskCallDefinition>

type Or<T, K extends string, Fallback> = T extends Record<K, infer Value> ? Value : Fallback

type Completed<Definition, T> = Omit<Definition, keyof Input | keyof T> &
  Omit<T, keyof Input> & { readonly [K in keyof Input]: Or<T, K, typeof noFields> }

type Defined<T> = Completed<Omit<CallDefinition, 'auth'>, T> & { readonly auth: Or<T, 'auth', 'bearer'> }

const input = { params: noFields, query: noFields, body: noFields }

/**
 * Completes the definition of a product API call. By default, the app makes the call with a bearer token for a
 * registered customer, sends no input, and neither queues the call nor caches the answer.
 *
 * A file in `contract/calls/` exports the result as `call` and, if the app makes the call, the response
 * schema as `answer`. The app needs only `answer`, and because this function has no side effects, the
 * bundler can drop `call`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<const T extends Given>(given: T): Defined<T> {
  const defaults = {
    audience: 'customer',
    bodyKind: 'none',
    auth: 'bearer',
    errors: [],
    provisional: false,
    endsSession: false,
    rateBucket: defaultBucket(given),
    idempotent: false,
    fingerprintOmits: [],
    lane: null,
    cache: 'no-store',
  }
  return { ...input, ...defaults, ...given } as unknown as Defined<T>
}

/** Completes the definition of a desk call. By default, it has no input and needs no recent use of the passkey. */
export function defineDeskCall<const T extends DeskGiven>(given: T): Completed<DeskCallDefinition, T> {
  const defaults = { fresh: false, bodyBytes: DESK_BODY_BYTES }
  return { ...input, ...defaults, ...given } as unknown as Completed<DeskCallDefinition, T>
}

function defaultBucket({ method, auth }: Pick<CallRequest, 'method'> & Partial<CallRequest>): RateBucket {
  if (auth === 'none') return 'address'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}
