import { noticesFor } from '../../pages/notices/notices-for.ts'
import { badRequestPage } from '../../pages/problem.ts'
import { textsFor } from '../../pages/texts/texts-for.ts'
import { appOfChannel, friendshipOf, userOf, webGrantsOf } from '../../world/selectors.ts'
import { formOf } from '../body.ts'
import { type ConsentRequest, decideConsent } from '../consent.ts'
import { issueCode } from '../issue-code.ts'
import { notLoginChannel } from '../known-channels.ts'
import { withQuery } from '../launch-url.ts'
import { redirect } from '../responses.ts'
import { getAndPost, type LineCall } from '../route.ts'
import { isCallbackUrl } from './callback-urls.ts'
import { type LoginClient, type LoginError, type LoginRequest, parseLoginRequest } from './request.ts'
import { type SignedIn, signIn } from './sign-in.ts'

/** LINE never redirects to unknown URLs. */
function clientOf(call: LineCall): LoginClient | Response {
  const { url, line, origin, request } = call
  const texts = noticesFor(request)
  const channelId = url.searchParams.get('client_id') ?? ''
  const app = appOfChannel(line.world().scenario, channelId)
  if (app === undefined)
    return badRequestPage(texts, notLoginChannel(line.world().scenario, channelId, texts))
  const redirectUri = url.searchParams.get('redirect_uri') ?? ''
  if (isCallbackUrl(app, redirectUri, origin)) return { app, channelId, redirectUri }
  const known = app.callbackUrls?.join(', ') ?? texts.ownCallbacks
  return badRequestPage(texts, texts.notCallback(redirectUri, known))
}

function errorRedirect({ redirectUri }: LoginClient, state: string | null, problem: LoginError): Response {
  return redirect(
    withQuery(redirectUri, {
      error: problem.error,
      error_description: problem.description,
      ...(state === null ? {} : { state }),
    }),
  )
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
    hidden: new Map([
      ['user', [user.userId]],
      ['amr', [amr]],
      ['at', [String(at)]],
    ]),
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
  if (request.prompt === 'none' && asked.needed)
    return errorRedirect(request, request.state, {
      error: 'INTERACTION_REQUIRED',
      description: 'The user has to grant the permissions.',
    })
  const wasFriend = isFriend()
  const consent = decideConsent(call, asked, form)
  if (consent instanceof Response) return consent
  if (consent === 'denied')
    return errorRedirect(request, request.state, {
      error: 'ACCESS_DENIED',
      description: 'The resource owner denied the request.',
    })
  const offered = request.botPrompt !== null && request.app.officialAccount !== null
  const wasShown = asked.needed || form !== null
  const changed = String(!wasFriend && isFriend())
  return codeRedirect(
    call,
    request,
    signedIn,
    offered && wasShown ? { friendship_status_changed: changed } : {},
  )
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
  return errorRedirect(request, request.state, {
    error: 'LOGIN_REQUIRED',
    description: 'The user has to log in.',
  })
}

export const WEB_LOGIN_ROUTES = getAndPost({
  host: 'access.line.me',
  path: '/oauth2/v2.1/authorize',
  handler: authorize,
})
