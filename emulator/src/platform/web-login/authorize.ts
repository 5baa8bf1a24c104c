import { isLoopback } from '../../loopback.ts'
import { badRequestPage } from '../../pages/problem.ts'
import { textsFor } from '../../pages/texts/texts-for.ts'
import type { App } from '../../scenario/schema.ts'
import { ISSUER } from '../../tokens/id-token.ts'
import { appOfChannel, endpointOf, friendshipOf, userOf, webGrantsOf } from '../../world/selectors.ts'
import { formOf } from '../body.ts'
import { type ConsentRequest, decideConsent } from '../consent.ts'
import { issueCode } from '../issue-code.ts'
import { notLoginChannel } from '../known-channels.ts'
import { withQuery } from '../launch-url.ts'
import { json, redirect } from '../responses.ts'
import { getAndPost, type LineCall, type Route } from '../route.ts'
import { type LoginClient, type LoginError, type LoginRequest, parseLoginRequest } from './request.ts'
import { type SignedIn, signIn } from './sign-in.ts'

/** Ignores the query, like LINE. */
function isCallbackUrl(app: App, redirectUri: string, origin: string): boolean {
  if (!/^https?:/.test(redirectUri) || !URL.canParse(redirectUri)) return false
  const url = new URL(redirectUri)
  const isOwn =
    isLoopback(url.hostname) || [origin, new URL(endpointOf(app, origin)).origin].includes(url.origin)
  if (app.callbackUrls === null) return isOwn
  return app.callbackUrls.some(registered => {
    const isPath = registered.startsWith('/')
    const { origin: expected, pathname } = new URL(registered, url)
    return pathname === url.pathname && (isPath ? isOwn : expected === url.origin)
  })
}

/** LINE never redirects to unknown URLs. */
function clientOf(call: LineCall): LoginClient | Response {
  const { url, line, origin, request } = call
  const channelId = url.searchParams.get('client_id') ?? ''
  const app = appOfChannel(line.world().scenario, channelId)
  if (app === undefined)
    return badRequestPage(request, texts => notLoginChannel(line.world().scenario, channelId, texts))
  const redirectUri = url.searchParams.get('redirect_uri') ?? ''
  if (isCallbackUrl(app, redirectUri, origin)) return { app, channelId, redirectUri }
  const known = app.callbackUrls?.join(', ')
  return badRequestPage(request, texts => texts.notCallback(redirectUri, known ?? texts.ownCallbacks))
}

function errorRedirect({ redirectUri }: LoginClient, state: string | null, problem: LoginError): Response {
  const { error, description } = problem
  const query = { error, error_description: description, ...(state === null ? {} : { state }) }
  return redirect(withQuery(redirectUri, query))
}

/** Returns the earlier page's sign-in, which the consent page's form repeats. */
function carriedOver({ line }: LineCall, form: URLSearchParams): SignedIn | null {
  const user = userOf(line.world().scenario, form.get('user') ?? '')
  const amr = form.get('amr')
  return user === undefined || amr === null ? null : { user, amr, at: Number(form.get('at')) }
}

function consentRequestOf(call: LineCall, request: LoginRequest, { user, amr, at }: SignedIn) {
  const { app, scopes, botPrompt, prompt, locales } = request
  const { scenario } = call.line.world()
  const granted = webGrantsOf(scenario, user.userId, app)
  return {
    app,
    user,
    scopes,
    botPrompt: botPrompt ?? 'none',
    otherGrants: granted.filter(scope => !scopes.includes(scope)),
    needed: prompt === 'consent' || scopes.some(scope => !granted.includes(scope)),
    texts: textsFor(scenario, locales),
    hidden: new Map(Object.entries({ user: [user.userId], amr: [amr], at: [String(at)] })),
  } satisfies ConsentRequest
}

function codeRedirect(
  { line }: LineCall,
  request: LoginRequest,
  { user, amr, at }: SignedIn,
  more: Readonly<Record<string, string>>,
): Response {
  const { app, redirectUri, codeChallenge, nonce, maxAge, state } = request
  const granted = webGrantsOf(line.world().scenario, user.userId, app)
  const code = issueCode(line, {
    userId: user.userId,
    liffId: app.liffId,
    redirectUri,
    codeChallenge,
    scopes: request.scopes.filter(scope => granted.includes(scope)),
    web: { amr, ...(nonce === null ? {} : { nonce }), ...(maxAge === null ? {} : { authTime: at }) },
  })
  return redirect(withQuery(redirectUri, { code, state, ...more }))
}

function askAndReturn(
  call: LineCall,
  request: LoginRequest,
  signedIn: SignedIn,
  form: URLSearchParams | null,
): Response {
  const asked = consentRequestOf(call, request, signedIn)
  const isFriend = () => friendshipOf(call.line.world().scenario, signedIn.user.userId) === 'friend'
  const refused = (error: string, description: string) =>
    errorRedirect(request, request.state, { error, description })
  if (request.prompt === 'none' && asked.needed)
    return refused('INTERACTION_REQUIRED', 'The user has to grant the permissions.')
  const wasFriend = isFriend()
  const consent = decideConsent(call, asked, form)
  if (consent instanceof Response) return consent
  if (consent === 'denied') return refused('ACCESS_DENIED', 'The resource owner denied the request.')
  const offered = request.botPrompt !== null && request.app.officialAccount !== null
  const wasShown = asked.needed || form !== null
  const changed = String(!wasFriend && isFriend())
  const more = offered && wasShown ? { friendship_status_changed: changed } : {}
  return codeRedirect(call, request, signedIn, more)
}

async function authorize(call: LineCall): Promise<Response> {
  const client = clientOf(call)
  if (client instanceof Response) return client
  const query = call.url.searchParams
  const request = parseLoginRequest(client, query)
  if ('error' in request) return errorRedirect(client, query.get('state'), request)
  const form = call.request.method === 'POST' ? await formOf(call.request) : null
  const carried = form === null ? null : carriedOver(call, form)
  if (carried !== null) return askAndReturn(call, request, carried, form)
  const signedIn = signIn(call, request, form)
  if (signedIn instanceof Response) return signedIn
  if (signedIn !== null) return askAndReturn(call, request, signedIn, null)
  const problem = { error: 'LOGIN_REQUIRED', description: 'The user has to log in.' }
  return errorRedirect(request, request.state, problem)
}

const API = 'https://api.line.me/oauth2/v2.1'

/** Like LINE's document, this lists only ES256, although web logins' ID tokens use HS256. */
const CONFIGURATION = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/oauth2/v2.1/authorize`,
  token_endpoint: `${API}/token`,
  revocation_endpoint: `${API}/revoke`,
  userinfo_endpoint: `${API}/userinfo`,
  jwks_uri: `${API}/certs`,
  scopes_supported: ['openid', 'profile', 'email'],
  response_types_supported: ['code'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['ES256'],
  code_challenge_methods_supported: ['S256'],
}

const discovery = () => json(CONFIGURATION)

const host = 'access.line.me'

export const WEB_LOGIN_ROUTES: readonly Route[] = [
  ...getAndPost({ host, path: '/oauth2/v2.1/authorize', handler: authorize }),
  { host, method: 'GET', path: '/.well-known/openid-configuration', handler: discovery },
]
