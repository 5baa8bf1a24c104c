import type * as v from 'valibot'
import type * as definitions from '#contract/calls/generated/definitions.ts'
import type { requests } from '#contract/calls/generated/requests.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { bearerErrors, commonErrors, type ErrorCode, statusOf } from '#contract/errors.ts'

/** Every call of the product API by name. */
export * as calls from '#contract/calls/generated/definitions.ts'

type Calls = typeof definitions

export type CallName = keyof Calls
/** Calls that the app makes. Its bundle does not contain request data or schemas for other calls. */
export type AppCallName = keyof typeof requests

export type Auth<N extends CallName> = Calls[N]['auth']
/** The body before validation. `Body`, `Params` and `Query` are the validated values that handlers receive. */
export type BodyInput<N extends CallName> = v.InferInput<Calls[N]['body']>
export type Body<N extends CallName> = v.InferOutput<Calls[N]['body']>
export type Params<N extends CallName> = v.InferOutput<Calls[N]['params']>
export type QueryInput<N extends CallName> = v.InferInput<Calls[N]['query']>
export type Query<N extends CallName> = v.InferOutput<Calls[N]['query']>
export type Answer<N extends CallName> = v.InferOutput<Calls[N]['answer']>

export function statusFor(call: Pick<CallDefinition, 'statuses'>, code: ErrorCode): number {
  return call.statuses?.[code] ?? statusOf(code)
}

export function errorsOf(call: CallDefinition): readonly ErrorCode[] {
  return [
    ...new Set([
      ...commonErrors,
      ...(call.auth === 'bearer' ? bearerErrors : []),
      ...(call.idempotent ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
      ...call.errors,
    ]),
  ]
}
