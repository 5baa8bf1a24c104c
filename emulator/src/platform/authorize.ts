import { CODE_CHALLENGE_LENGTH } from '../limits.ts'
import { noticesFor } from '../pages/notices/notices-for.ts'
import { badRequestPage, unknownAppPage } from '../pages/problem.ts'
import { channelIdOf } from '../scenario/channel.ts'
import type { App } from '../scenario/schema.ts'
import { appOf, currentUser, endpointOf, grantedScopes } from '../world/selectors.ts'
import { askConsent } from './consent.ts'
import { issueCode } from './issue-code.ts'
import { toDeniedUrl, toLaunchUrl, withQuery } from './launch-url.ts'
import { redirect } from './responses.ts'
import { getAndPost, type LineCall } from './route.ts'

function underEndpoint(address: string, endpoint: string): boolean {
  try {
    const url = new URL(address)
    const base = new URL(endpoint)
    const path = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`
    return url.origin === base.origin && `${url.pathname}/`.startsWith(path)
  } catch {
    return false
  }
}

/** Returns the detail of LINE's error page, or null. */
function problemIn({ url, origin, request }: LineCall, app: App): string | null {
  const query = url.searchParams
  const texts = noticesFor(request)
  if (query.get('response_type') !== 'code') return texts.mustBe('response_type', '"code"')
  if (query.get('code_challenge_method') !== 'S256') return texts.mustBe('code_challenge_method', '"S256"')
  if (query.get('code_challenge')?.length !== CODE_CHALLENGE_LENGTH)
    return texts.codeChallengeLength(CODE_CHALLENGE_LENGTH)
  const wanted = query.get('redirect_uri')
  const endpoint = endpointOf(app, origin)
  return wanted === null || underEndpoint(wanted, endpoint) ? null : texts.notUnderEndpoint(wanted, endpoint)
}

/** Handles LIFF's login. Redirects back with an authorization code, or, inside LINE, with tokens in the hash. */
async function authorize(call: LineCall): Promise<Response> {
  const { line, url, origin } = call
  const query = url.searchParams
  const app = appOf(line.world().scenario, query.get('app_id') ?? '')
  if (app === undefined)
    return unknownAppPage(call.request, line.world().scenario, `app_id ${query.get('app_id')}`)
  const problem = problemIn(call, app)
  if (problem !== null) return badRequestPage(call.request, () => problem)
  const user = currentUser(line.world().scenario)
  const redirectUri = query.get('redirect_uri') ?? endpointOf(app, origin)
  const state = query.get('state')
  const consent = await askConsent(call, app, user)
  if (consent instanceof Response) return consent
  if (consent === 'denied') return redirect(toDeniedUrl(redirectUri, state))
  const { scenario } = line.world()
  if (scenario.environment.kind === 'liff') return redirect(await toLaunchUrl(call, app, user, redirectUri))
  const code = issueCode(line, {
    userId: user.userId,
    liffId: app.liffId,
    redirectUri,
    codeChallenge: query.get('code_challenge') ?? '',
    scopes: grantedScopes(scenario, user.userId, app),
  })
  return redirect(
    withQuery(redirectUri, {
      code,
      ...(state === null ? {} : { state }),
      liffClientId: channelIdOf(app.liffId),
      liffRedirectUri: redirectUri,
    }),
  )
}

const at = { host: 'access.line.me', path: '/liff/v1/authorize' } as const

export const AUTHORIZE_ROUTES = getAndPost({ ...at, handler: authorize })
