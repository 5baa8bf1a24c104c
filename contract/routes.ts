import type * as v from 'valibot'
import type { RouteName } from '#contract/calls.ts'
import { bearerErrors, commonErrors, type ErrorCode, statusOf } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'
import { answerRoutes, logRoutes, receiptRoutes, rewardRoutes } from '#contract/routes/activity.ts'
import { identityRoutes } from '#contract/routes/identity.ts'
import { openRoutes } from '#contract/routes/master.ts'

/** Every call of the product API by name: S7's, and those that the screens need besides. */
export const routes = {
  ...identityRoutes,
  ...logRoutes,
  ...rewardRoutes,
  ...answerRoutes,
  ...receiptRoutes,
  ...openRoutes,
} satisfies Record<RouteName, Route>

export type Routes = typeof routes
export type { RouteName } from '#contract/calls.ts'

/** What a caller gives, and what the server's handler receives after validation. */
export type BodyInput<N extends RouteName> = v.InferInput<Routes[N]['body']>
export type Body<N extends RouteName> = v.InferOutput<Routes[N]['body']>
export type Params<N extends RouteName> = v.InferOutput<Routes[N]['params']>
export type QueryInput<N extends RouteName> = v.InferInput<Routes[N]['query']>
export type Query<N extends RouteName> = v.InferOutput<Routes[N]['query']>
export type Answer<N extends RouteName> = v.InferOutput<Routes[N]['answer']>

/** The status a call answers a code with. */
export function routeStatus(route: Pick<Route, 'statuses'>, code: ErrorCode): number {
  return route.statuses?.[code] ?? statusOf(code)
}

/** Every code a call may answer with. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  return [
    ...new Set([
      ...commonErrors,
      ...(route.auth === 'bearer' ? bearerErrors : []),
      ...(route.idempotent ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
      ...route.errors,
    ]),
  ]
}
