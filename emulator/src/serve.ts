import { readFile } from 'node:fs/promises'
import { join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPageConfig } from './build-page-config.ts'
import type { Actions } from './control/actions.ts'
import { refusalReason } from './control/guard.ts'
import type { PanelLink } from './control/panel-link.ts'
import type { Phases } from './control/phases.ts'
import { controlError, handleControl, type Snapshots } from './control/rest.ts'
import { deleteCookies } from './delete-cookies.ts'
import { BACK_END_HOSTS, isLineHost } from './line-hosts.ts'
import { rewriteLineUrls, toLineUrl, toLocalUrl } from './line-paths.ts'
import { mediaTypeOf } from './media-types.ts'
import { packageFile } from './package-file.ts'
import { EMULATOR_PREFIX, LINE_PREFIX } from './page-config.ts'
import { closedPage } from './pages/closed.ts'
import { FRAME_SCRIPT } from './pages/frame-script.ts'
import { guardedTabPage } from './pages/guarded-tab.ts'
import { noticesFor } from './pages/notices/notices-for.ts'
import { OFFLINE_SCRIPT } from './pages/offline.ts'
import { erasePage, openPage } from './pages/open.ts'
import { PICKER_SCRIPT } from './pages/picker.ts'
import { SUB_APP_SCRIPT } from './pages/sub-app-window.ts'
import { inOtherBrowser, PANEL_HOST, phoneOf } from './phones.ts'
import { handleLineRequest, isNavigation } from './platform/handle.ts'
import type { RequestLog } from './platform/log.ts'
import { answerNotStarted } from './platform/not-started.ts'
import { json, script } from './platform/responses.ts'
import { scenarioJsonSchema } from './scenario/json-schema.ts'
import type { Parsed } from './scenario/parse.ts'
import type { Sdk } from './sdk/sdk.ts'
import type { Line } from './world/line.ts'
import { phoneView } from './world/phone-view.ts'

export type ServeParts = {
  readonly line: Line
  readonly log: RequestLog
  readonly actions: Actions
  readonly phases: Phases
  readonly links: () => readonly PanelLink[]
  readonly snapshots: Snapshots
  readonly exam: (value: unknown) => Promise<Parsed<unknown>>
  readonly allowedHosts: readonly string[]
  /** See `EmulatorOptions`. */
  readonly guardedTab: boolean
  readonly sdk: Sdk
  readonly meetBrowser: (acceptLanguage: string | null) => void
}

const DIST = fileURLToPath(packageFile('dist/'))

/** CSP sources of the emulator's own origins, including the panel and its phones. */
const EMULATOR_ORIGINS = "'self' http://localhost:* http://*.localhost:* http://127.0.0.1:*"

function appOrigins(line: Line): string[] {
  return line
    .world()
    .scenario.apps.flatMap(({ endpointUrl }) =>
      URL.canParse(endpointUrl) ? [new URL(endpointUrl).origin] : [],
    )
}

const frameSources = (line: Line): string => [EMULATOR_ORIGINS, ...appOrigins(line)].join(' ')

function panelHeaders(line: Line): Record<string, string> {
  const frames = frameSources(line)
  return {
    'content-security-policy': `default-src 'self'; connect-src 'self' http://${PANEL_HOST}:*; img-src 'self' data: blob: https:; media-src 'self' blob: https:; style-src 'self' 'unsafe-inline'; frame-src ${frames}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), payment=()',
  }
}

function pageHeaders(line: Line): Record<string, string> {
  const origins = appOrigins(line).join(' ')
  return {
    'content-security-policy': `default-src 'none'; img-src 'self' data: https:; style-src 'unsafe-inline'; script-src 'self'; form-action 'self' ${origins}; base-uri 'none'; frame-ancestors ${EMULATOR_ORIGINS} ${origins}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  }
}

async function readBuilt(path: string): Promise<Uint8Array | null> {
  const file = normalize(join(DIST, path))
  if (!file.startsWith(DIST.endsWith(sep) ? DIST : DIST + sep)) return null
  return readFile(file).catch(() => null)
}

function notBuilt(what: string): Response {
  return new Response(`${what} is not built. Run: npx tsx emulator/build.ts\n`, { status: 503 })
}

async function panel(line: Line, path: string): Promise<Response> {
  const name = path === '' ? 'index.html' : path
  const bytes = await readBuilt(`panel/${name}`)
  if (bytes === null) {
    if (name === 'index.html') return notBuilt('The control panel')
    return controlError(404, 'NOT_FOUND', `${EMULATOR_PREFIX}${path} does not exist`)
  }
  const cache = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': mediaTypeOf(name), 'cache-control': cache, ...panelHeaders(line) },
  })
}

async function tabScript(): Promise<Response> {
  const code = await readBuilt('page/tab.js')
  return code === null
    ? notBuilt('The script of the guarded tab')
    : script(Buffer.from(code).toString('utf8'))
}

async function shim({ line, guardedTab }: ServeParts, origin: string): Promise<Response> {
  const code = await readBuilt('page/shim.js')
  if (code === null) return notBuilt('The page’s shim')
  const config = JSON.stringify(await buildPageConfig(line, origin, guardedTab)).replaceAll('<', '\\u003c')
  return new Response(`window.__LIFF_EMULATOR__=${config};\n${Buffer.from(code).toString('utf8')}`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** Rewrites redirects and links in LINE's response to paths under `/__line/`. */
async function rewriteForOrigin(line: Line, response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  const location = headers.get('location')
  if (location !== null) headers.set('location', toLocalUrl(location))
  if (!headers.get('content-type')?.startsWith('text/html'))
    return new Response(response.body, { status: response.status, headers })
  // Keep the content security policy of a page with its own script.
  for (const [name, value] of Object.entries(pageHeaders(line)))
    if (!headers.has(name)) headers.set(name, value)
  // LINE's screens in the panel get the frame script. Pages with their own policy are not LINE screens.
  const hasOwnPolicy = response.headers.has('content-security-policy')
  const html = rewriteLineUrls(await response.text())
  const adapted = hasOwnPolicy
    ? html
    : html.replace('</head>', `<script src="${EMULATOR_PREFIX}frame.js"></script></head>`)
  return new Response(adapted, { status: response.status, headers })
}

function withHeaders(response: Response, more: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(more)) response.headers.set(name, value)
  return response
}

/** `bin/register.js` adds this header to a server's requests. */
const CLIENT_HEADER = 'x-liff-emulator-client'

/** A back end in another language does not send `CLIENT_HEADER`, but only browsers send the headers below. */
function senderOf({ headers }: Request, host: string): 'phone' | 'server' {
  if (headers.get(CLIENT_HEADER) === 'server') return 'server'
  const fromBrowser = ['sec-fetch-site', 'origin', 'referer'].some(name => headers.has(name))
  return fromBrowser || !BACK_END_HOSTS.includes(host) ? 'phone' : 'server'
}

async function answerLineHost({ line, log, sdk }: ServeParts, request: Request, url: URL): Promise<Response> {
  const address = toLineUrl(url)
  if (address === null)
    return controlError(404, 'NOT_FOUND', `${url.pathname} does not contain the name of a LINE host`)
  const { method, headers, signal } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
  const real = new Request(address, { method, headers, body, signal })
  const { hostname } = new URL(address)
  const via = senderOf(request, hostname)
  const response = await handleLineRequest(line, log, real, { origin: url.origin, via, sdk })
  const adapted = await rewriteForOrigin(
    line,
    hostname === 'access.line.me' ? loginReturn(line, response) : response,
  )
  const loses = line.world().scenario.environment.cookies === 'lost' && isNavigation(request)
  return loses ? deleteCookies(request, adapted) : adapted
}

function loginReturn(line: Line, response: Response): Response {
  const { environment, user } = line.world().scenario
  const to = response.headers.get('location')
  const returns = to !== null && URL.canParse(to) && !isLineHost(new URL(to).hostname)
  if (!returns || environment.kind !== 'external' || environment.loginBrowser === 'same') return response
  return withHeaders(response, { location: inOtherBrowser(to, user) })
}

/** Returns null for the panel and for unknown names. */
async function ownPage(
  parts: ServeParts,
  name: string,
  url: URL,
  request: Request,
): Promise<Response | null> {
  const { scenario } = parts.line.world()
  switch (name) {
    case 'closed':
      return withHeaders(closedPage(noticesFor(request), scenario.apps), pageHeaders(parts.line))
    case 'open':
      return openPage(noticesFor(request), scenario.apps[0]?.liffId ?? '')
    case 'scenario.schema.json':
      return json(scenarioJsonSchema())
    case 'erase':
      return deleteCookies(request, erasePage(noticesFor(request)))
    case 'frame.js':
      return script(FRAME_SCRIPT)
    case 'offline.js':
      return script(OFFLINE_SCRIPT)
    case 'picker.js':
      return script(PICKER_SCRIPT)
    case 'sub-app.js':
      return script(SUB_APP_SCRIPT)
    case 'tab':
      return guardedTabPage(noticesFor(request), frameSources(parts.line))
    case 'tab.js':
      return tabScript()
    case 'not-started':
      return answerNotStarted(parts.log, url)
    case 'shim.js':
      return shim(parts, url.origin)
    default:
      return null
  }
}

async function handle(all: ServeParts, request: Request): Promise<Response | null> {
  const url = new URL(request.url)
  const phone = phoneOf(url.hostname)
  const parts = phone === null ? all : { ...all, line: phoneView(all.line, phone) }
  const { pathname } = url
  if (pathname === EMULATOR_PREFIX.slice(0, -1))
    return new Response(null, { status: 308, headers: { location: EMULATOR_PREFIX } })
  const isLine = pathname.startsWith(LINE_PREFIX)
  if (!isLine && !pathname.startsWith(EMULATOR_PREFIX)) return null
  const reason = refusalReason(request, parts.allowedHosts, isLine ? appOrigins(parts.line) : [])
  if (reason !== null) return controlError(403, 'FORBIDDEN', reason)
  if (isLine) return answerLineHost(parts, request, url)
  const name = pathname.slice(EMULATOR_PREFIX.length)
  if (name === '' || name === 'shim.js') parts.meetBrowser(request.headers.get('accept-language'))
  if (name.startsWith('api/')) return handleControl(parts, name.slice('api/'.length), request)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return controlError(405, 'METHOD_NOT_ALLOWED', `${pathname} does not support ${request.method}`)
  return (await ownPage(parts, name, url, request)) ?? panel(parts.line, name)
}

/** Resolves to null if the request is for the app. Never rejects. */
export async function serve(parts: ServeParts, request: Request): Promise<Response | null> {
  try {
    return await handle(parts, request)
  } catch (error) {
    return controlError(500, 'INTERNAL', error instanceof Error ? error.message : String(error))
  }
}
