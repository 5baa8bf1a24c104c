import type { Sdk } from '../sdk/sdk.ts'
import type { Line } from '../world/line.ts'

/** A request to a LINE host, as passed to a route's handler. */
export type LineCall = {
  readonly request: Request
  /** The real LINE URL, such as https://api.line.me/v2/profile. */
  readonly url: URL
  /** The decoded values of the route's `:name` segments. */
  readonly params: Readonly<Record<string, string>>
  /** Origin that serves the emulator. An `endpointUrl` that is only a path is relative to it. */
  readonly origin: string
  readonly line: Line
  /** The SDK that LINE's CDN serves. */
  readonly sdk: Sdk
  /** Adds the reason for LINE's error to the timeline and to a header of the response. LINE's body stays as it is. */
  readonly explain: (reason: string) => void
}

/** A route of a LINE host. In `path`, `:name` matches one segment, and a final `*name` matches the rest. */
export type Route = {
  readonly host: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** Returns null if LINE has nothing at this path; the request is then logged as not supported. */
  readonly handler: (call: LineCall) => Response | null | Promise<Response | null>
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Returns the values of a pattern's named segments, or null if the path does not match. */
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

/**
 * Result of a lookup: the matching route, `method` if the path only exists for other methods, or `nothing`.
 */
export type RouteMatch =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Record<string, string> }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'nothing' }

/** Finds the route for a request. HEAD uses the route of GET. */
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
