import type { Sdk } from '../sdk/sdk.ts'
import type { Line } from '../world/line.ts'

export type LineCall = {
  readonly request: Request
  /** The real LINE URL, such as https://api.line.me/v2/profile. */
  readonly url: URL
  /** Decoded values of the route's `:name` segments. */
  readonly params: Readonly<Record<string, string>>
  /** Base URL for an `endpointUrl` that is only a path. */
  readonly origin: string
  readonly line: Line
  readonly sdk: Sdk
  /** Adds the reason for LINE's error to the timeline and a response header, without changing LINE's body. */
  readonly explain: (reason: string) => void
}

/** In `path`, `:name` matches one segment, and a final `*name` matches the rest. */
export type Route = {
  readonly host: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** Returns null if LINE has nothing at this path; the log then marks the request as unsupported. */
  readonly handler: (call: LineCall) => Response | null | Promise<Response | null>
}

export const getAndPost = (at: Omit<Route, 'method'>): readonly Route[] => [
  { ...at, method: 'GET' },
  { ...at, method: 'POST' },
]

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const segments = pattern.split('/')
  const given = path.split('/')
  const params: Record<string, string> = {}
  for (const [index, part] of segments.entries()) {
    if (part.startsWith('*')) {
      params[part.slice(1)] = given.slice(index).join('/')
      return params
    }
    const segment = given[index]
    if (segment === undefined) return null
    if (!part.startsWith(':')) {
      if (segment !== part) return null
      continue
    }
    const value = decoded(segment)
    if (value === null || value === '') return null
    params[part.slice(1)] = value
  }
  return given.length === segments.length ? params : null
}

/** `method` means that the path exists only for other methods. */
export type RouteMatch =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Record<string, string> }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'nothing' }

/** HEAD requests use the GET route. */
export function findRoute(routes: readonly Route[], method: string, url: URL): RouteMatch {
  const wanted = method === 'HEAD' ? 'GET' : method
  const allowed: string[] = []
  for (const route of routes) {
    if (route.host !== url.hostname) continue
    const params = matchPath(route.path, url.pathname)
    if (params === null) continue
    if (route.method === wanted) return { kind: 'route', route, params }
    allowed.push(route.method)
  }
  return allowed.length > 0 ? { kind: 'method', allowed } : { kind: 'nothing' }
}
