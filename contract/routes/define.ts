import { answers } from '#contract/answers.ts'
import { calls, type Lane, queued, type RouteName } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'
import { noFields } from '#contract/schema/common.ts'

type Empty = typeof noFields
type Given = Pick<Route, 'summary'> & Partial<Omit<Route, 'answer' | 'method' | 'path'>>
type Or<T, K extends keyof Route, Fallback> = T extends Record<K, infer Value> ? Value : Fallback

type Defined<N extends RouteName, T extends Given> = Omit<Route, 'params' | 'query' | 'body' | 'answer'> &
  T & {
    params: Or<T, 'params', Empty>
    query: Or<T, 'query', Empty>
    body: Or<T, 'body', Empty>
    answer: (typeof answers)[N]
  }

/** The route of a call with what it does not say filled in: no parameters, no query, not queued. */
export function define<N extends RouteName, const T extends Given>(name: N, given: T): Defined<N, T> {
  const errors: readonly ErrorCode[] = []
  return {
    ...calls[name],
    answer: answers[name],
    params: noFields,
    query: noFields,
    body: noFields,
    errors,
    idempotent: false,
    lane: (queued as Partial<Record<RouteName, Lane>>)[name] ?? null,
    cache: 'no-store',
    ...given,
  } as unknown as Defined<N, T>
}
