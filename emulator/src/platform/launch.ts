import { RELOAD_PARAM } from '../line-paths.ts'
import { launchPage } from '../pages/launch.ts'
import { unknownAppPage } from '../pages/problem.ts'
import { customPathOf, scopesOf } from '../scenario/mini-app.ts'
import type { App } from '../scenario/schema.ts'
import { appOf, currentUser, endpointOf, grantedScopes } from '../world/selectors.ts'
import { withCaller } from './access.ts'
import { askConsent } from './consent.ts'
import { toDeniedUrl, toLaunchUrl, withQuery } from './launch-url.ts'
import { apiError, json, redirect } from './responses.ts'
import { getAndPost, type LineCall, type Route } from './route.ts'
import { MSIT_PARAM } from './sub-apps.ts'

function appAtPath({ line, url, params }: LineCall): App | undefined {
  if (url.hostname !== 'miniapp.line.me') return undefined
  return line.world().scenario.apps.find(app => customPathOf(app) === params.liffId)
}

/** `liff.state` is everything after the LIFF id. Only the LIFF browser gets tokens. */
async function launch(call: LineCall): Promise<Response> {
  const { line, url, params, origin } = call
  const liffId = params.liffId ?? ''
  const app = appOf(line.world().scenario, liffId) ?? appAtPath(call)
  if (app === undefined) return unknownAppPage(call.request, line.world().scenario, liffId)
  const rest = url.pathname.slice(liffId.length + 1)
  const msit = url.searchParams.get(MSIT_PARAM)
  const isReload = url.searchParams.has(RELOAD_PARAM)
  const shown = new URL(url)
  if (msit !== null) shown.searchParams.delete(MSIT_PARAM)
  if (isReload) shown.searchParams.delete(RELOAD_PARAM)
  const state = `${rest === '/' ? '' : rest}${shown.search}${shown.hash}`
  const endpoint = endpointOf(app, origin)
  const to = state === '' ? endpoint : withQuery(endpoint, { 'liff.state': state })
  const { kind } = line.world().scenario.environment
  if (kind === 'external') return redirect(to)
  if (kind === 'line-browser') line.dispatch({ type: 'opened-in-line' })
  const user = currentUser(line.world().scenario)
  const consent = await askConsent(call, app, user)
  if (consent instanceof Response) return consent
  if (consent === 'denied') return redirect(toDeniedUrl(endpoint, null))
  const target = await toLaunchUrl(call, app, user, to, isReload)
  // A sub-window also gets its id (`msit`) and the proof that LINE opened it (`mst_verifier`).
  const key = msit === null ? '' : `&${new URLSearchParams({ msit, mst_verifier: line.secret() })}`
  return call.request.headers.get('sec-fetch-mode') === 'navigate'
    ? launchPage(target + key)
    : redirect(target + key)
}

const unauthorizedPermissions = withCaller(({ line, url }, { user }) => {
  const { scenario } = line.world()
  const app = appOf(scenario, url.searchParams.get('liffId') ?? '')
  if (app === undefined) return apiError(404, 'liff app not found')
  const granted = grantedScopes(scenario, user.userId, app)
  return json(scenario.consent.unauthorized ?? scopesOf(app).filter(scope => !granted.includes(scope)))
})

const opensApps = (host: string): readonly Route[] => [
  ...getAndPost({ host, path: '/:liffId', handler: launch }),
  ...getAndPost({ host, path: '/:liffId/*rest', handler: launch }),
]

/** line.me/R/app/{liffId} is the old format of LIFF URLs. */
function oldLink({ params, url }: LineCall): Response {
  return redirect(`https://liff.line.me/${params.link ?? ''}${url.search}`)
}

/** The agreement's path comes first, because the launch routes would read `liff` in `/liff/v2/…` as a LIFF id. */
export const LAUNCH_ROUTES: readonly Route[] = [
  { host: 'line.me', method: 'GET', path: '/R/app/*link', handler: oldLink },
  {
    host: 'liff.line.me',
    method: 'GET',
    path: '/liff/v2/incrementalAgreement/unauthorizedPermissions',
    handler: unauthorizedPermissions,
  },
  ...opensApps('liff.line.me'),
  ...opensApps('miniapp.line.me'),
  // In a browser, the SDK opens sub-windows on this host.
  ...opensApps('liff-ext.line.me'),
]
