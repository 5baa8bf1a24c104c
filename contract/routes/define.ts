import type { ErrorCode } from '#contract/errors.ts'
import type { BodyKind, Route } from '#contract/route.ts'
import { noFields } from '#contract/schema/common.ts'

type Empty = typeof noFields
type Given = Pick<Route, 'method' | 'path' | 'answer' | 'summary'> & Partial<Route>
type Or<T, K extends keyof Route, Fallback> = T extends Record<K, infer Value> ? Value : Fallback

type Defined<T extends Given> = Omit<Route, 'params' | 'query' | 'body' | 'answer'> &
  T & { params: Or<T, 'params', Empty>; query: Or<T, 'query', Empty>; body: Or<T, 'body', Empty> }

/** A route with what it does not say filled in: bearer, no parameters, JSON where there is a body, not queued. */
export function define<const T extends Given>(given: T): Defined<T> {
  const bodyKind: BodyKind = given.body ? 'json' : 'none'
  const errors: readonly ErrorCode[] = []
  return {
    auth: 'bearer',
    bodyKind,
    params: noFields,
    query: noFields,
    body: noFields,
    errors,
    idempotent: false,
    lane: null,
    cache: 'no-store',
    ...given,
  } as unknown as Defined<T>
}
