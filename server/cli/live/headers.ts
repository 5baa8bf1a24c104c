import { Hono } from 'hono'
import { type Finding, unless, warn } from '#server/cli/checks.ts'
import { contentSecurityPolicy, inlineScriptHashes } from '#server/http/csp.ts'
import { hstsOf, securityHeaders } from '#server/http/secure-headers.ts'
import { PERMISSIONS } from '#server/static.ts'
import { type Answer, ask } from './ask.ts'

const CSP = 'content-security-policy'
const HSTS = 'strict-transport-security'
const CORS = 'access-control-allow-origin'

type Expected = ReadonlyMap<string, readonly string[]>

/** Checks that pages, calls and errors have each of the server's security headers exactly once. */
export async function headersCheck(url: URL): Promise<Finding> {
  const page = await ask(new URL('/', url), { headers: { Accept: 'text/html' } })
  const call = await ask(new URL('/healthz', url))
  const error = await ask(new URL('/api/none', url))
  const common = await sentByServer(url)
  const reported = page.values(`${CSP}-report-only`)
  const problems = [
    ...differences('page', page, new Map([...common, ...ofPages(page)])),
    ...differences('call', call, common),
    ...differences('error', error, common),
  ]
  const found = unless(
    problems,
    'pages, calls and errors have the security headers of the server, once each',
    'The proxy must pass the headers on unchanged: remove its own lines for them (add_header, header).',
  )
  return found.level === 'ok' && reported.length > 0
    ? warn(
        'as the server sends them, but the page’s policy only reports. Remove CSP_MODE when there are no more reports.',
      )
    : found
}

/** Returns the headers that the server's own code sets on every response. */
async function sentByServer(url: URL): Promise<Expected> {
  const app = new Hono().use(securityHeaders('')).get('*', c => c.body(null))
  const { headers } = await app.request('/')
  return new Map([
    ...[...headers].map(([name, value]): [string, readonly string[]] => [name, [value]]),
    [HSTS, [true, false].map(subdomains => String(hstsOf(url.origin, subdomains)))],
  ])
}

function ofPages(page: Answer): [string, readonly string[]][] {
  const reported = page.values(`${CSP}-report-only`)
  const policy = contentSecurityPolicy({ scriptHashes: inlineScriptHashes(page.body) })
  return [
    ['permissions-policy', [PERMISSIONS]],
    ...(reported.length > 0
      ? ([[`${CSP}-report-only`, [policy]]] satisfies [string, string[]][])
      : ([[CSP, [policy]]] satisfies [string, string[]][])),
  ]
}

function differences(what: string, answer: Answer, expected: Expected): string[] {
  const wrong = [...expected].flatMap(([name, allowed]) => {
    const values = answer.values(name)
    if (values.length === 0) return [`${name} is missing`]
    if (values.length > 1) return [`${name} is sent ${values.length} times`]
    const value = withoutReports(values[0] ?? '')
    if (allowed.includes(value)) return []
    return [
      name.startsWith(CSP)
        ? `${name} is not the server’s`
        : `${name} is "${value}" instead of "${allowed[0]}"`,
    ]
  })
  const open = answer.values(CORS).length > 0 ? [`${CORS} was added`] : []
  const all = [...wrong, ...open]
  return all.length > 0 ? [`${what}: ${all.join(', ')}`] : []
}

/** Only the server's settings contain the address for reports, so it is ignored here. */
const withoutReports = (value: string): string => value.replace(/; report-uri \S+$/, '')
