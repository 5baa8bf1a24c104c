import type * as v from 'valibot'
import type { CallDefinition } from '#contract/define-call.ts'
import { bearerErrors, commonErrors, type ErrorCode, statusOf } from '#contract/errors.ts'
import type { definitions } from '#contract/generated/definitions.ts'

export { definitions as routes } from '#contract/generated/definitions.ts'

export type Routes = typeof definitions
export type RouteName = keyof Routes

/** What a client sends, before validation. `Body`, `Params` and `Query` are what the server's handler receives. */
export type BodyInput<N extends RouteName> = v.InferInput<Routes[N]['body']>
export type Body<N extends RouteName> = v.InferOutput<Routes[N]['body']>
export type Params<N extends RouteName> = v.InferOutput<Routes[N]['params']>
export type QueryInput<N extends RouteName> = v.InferInput<Routes[N]['query']>
export type Query<N extends RouteName> = v.InferOutput<Routes[N]['query']>
export type Answer<N extends RouteName> = v.InferOutput<Routes[N]['answer']>

/** Returns the HTTP status the call answers with for an error code. */
export function routeStatus(call: Pick<CallDefinition, 'statuses'>, code: ErrorCode): number {
  return call.statuses?.[code] ?? statusOf(code)
}

/** Returns every error code the call may answer with. */
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
