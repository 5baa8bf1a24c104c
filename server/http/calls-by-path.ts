import type { CallRequest } from '#contract/request.ts'

/**
 * Returns the names of the calls by path and method. Paths without parameters come first, because Hono takes the first
 * match: `/api/receipt/customerHistory` also matches `/api/receipt/:id`.
 */
export function callsByPath<N extends string>(
  calls: Readonly<Record<N, Pick<CallRequest, 'method' | 'path'>>>,
): readonly (readonly [path: string, names: Map<string, N>])[] {
  const paths = new Map<string, Map<string, N>>()
  for (const name of Object.keys(calls) as N[]) {
    const { method, path } = calls[name]
    paths.set(path, (paths.get(path) ?? new Map<string, N>()).set(method, name))
  }
  const hasParameter = (path: string) => Number(path.includes(':'))
  return [...paths].sort(([a], [b]) => hasParameter(a) - hasParameter(b))
}
