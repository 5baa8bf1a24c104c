import { type CallName, calls } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'

export type Match =
  | {
      readonly kind: 'found'
      readonly name: CallName
      readonly route: CallDefinition
      readonly params: Record<string, string>
    }
  /** The path exists, with these methods. */
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' }

type Entry = { readonly name: CallName; readonly route: CallDefinition; readonly segments: readonly string[] }

const entries: readonly Entry[] = Object.entries(calls).map(([name, route]) => ({
  name: name as CallName,
  route,
  segments: route.path.split('/'),
}))

/**
 * Finds the call for a method and a path, exactly and case-sensitively. A fixed segment wins over a parameter.
 * HEAD is answered by the GET of the same path where it has no route of its own.
 */
export function match(method: string, pathname: string): Match {
  const given = pathname.split('/')
  const fitting = mostFixed(entries.filter(entry => fits(entry.segments, given)))
  if (fitting.length === 0) return { kind: 'none' }
  const entry =
    fitting.find(one => one.route.method === method) ??
    (method === 'HEAD' ? fitting.find(one => one.route.method === 'GET') : undefined)
  if (!entry) return { kind: 'method', allowed: allowedMethods(fitting) }
  const params = paramsOf(entry.segments, given)
  return params ? { kind: 'found', name: entry.name, route: entry.route, params } : { kind: 'none' }
}

const isParameter = (segment: string): boolean => segment.startsWith(':')

function fits(pattern: readonly string[], given: readonly string[]): boolean {
  return (
    pattern.length === given.length &&
    pattern.every((segment, index) => (isParameter(segment) ? given[index] !== '' : segment === given[index]))
  )
}

/** Of `/receipt/customerHistory` and `/receipt/:id` the first, for every method. */
function mostFixed(fitting: readonly Entry[]): readonly Entry[] {
  const parameters = (entry: Entry) => entry.segments.filter(isParameter).length
  const fewest = Math.min(...fitting.map(parameters))
  return fitting.filter(entry => parameters(entry) === fewest)
}

function allowedMethods(fitting: readonly Entry[]): readonly string[] {
  const methods = fitting.map(entry => entry.route.method as string)
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort()
}

function paramsOf(pattern: readonly string[], given: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    if (!isParameter(segment)) continue
    try {
      params[segment.slice(1)] = decodeURIComponent(given[index] ?? '')
    } catch {
      return null
    }
  }
  return params
}
