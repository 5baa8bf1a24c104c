import type { Line } from '../world/line.ts'

/** One request to a LINE host. */
export type LineCall = {
  readonly request: Request
  /** The real address, such as https://api.line.me/v2/profile. */
  readonly url: URL
  /** What stood at the `:name` places of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Where paths in `endpointUrl` are taken on: the origin that the emulator is served from. */
  readonly origin: string
  readonly line: Line
}

/** One thing a LINE host answers. `:name` stands for one part of a path, a last `*name` for all the rest. */
export type Route = {
  readonly host: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly handler: (call: LineCall) => Response | Promise<Response>
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** The values of a path's `:name` places, or null where the path is another. */
function matchPath(pattern: string, path: string): Record<string, string> | null {
  const want = pattern.split('/')
  const have = path.split('/')
  const params: Record<string, string> = {}
  for (const [index, part] of want.entries()) {
    if (part.startsWith('*')) {
      params[part.slice(1)] = have.slice(index).join('/')
      return params
    }
    const given = have[index]
    if (given === undefined) return null
    if (!part.startsWith(':')) {
      if (given !== part) return null
      continue
    }
    const value = decoded(given)
    if (value === null || value === '') return null
    params[part.slice(1)] = value
  }
  return have.length === want.length ? params : null
}

/** Route found; or the path exists for other methods; or nothing is known there. */
export type RouteMatch =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Record<string, string> }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'nothing' }

/** Finds who answers. A HEAD is answered as a GET. */
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
