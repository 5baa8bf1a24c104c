import { assertNever } from '../../assert-never.ts'
import { passwordPage, qrPage, ssoPage } from '../../pages/login.ts'
import { textsFor } from '../../pages/texts/texts-for.ts'
import type { User } from '../../scenario/schema.ts'
import { DAY_MS } from '../../time.ts'
import { currentUser, userOf } from '../../world/selectors.ts'
import type { WebSession } from '../../world/state.ts'
import type { LineCall } from '../route.ts'
import type { LoginRequest } from './request.ts'

export type SignedIn = {
  readonly user: User
  readonly amr: string
  readonly at: number
}

/** A scenario with `sso` starts with a session that is this old. */
const SESSION_AGE_MS = DAY_MS

function sessionOf({ line }: LineCall, { maxAge }: LoginRequest): WebSession | null {
  const { scenario, webSessions } = line.world()
  const given = { userId: scenario.user, at: line.now() - SESSION_AGE_MS }
  const { webLogin, cookies } = scenario.environment
  const kept = cookies === 'kept' ? webSessions[scenario.user] : undefined
  const session = kept ?? (webLogin === 'sso' ? given : null)
  if (session === null || userOf(scenario, session.userId) === undefined) return null
  return maxAge !== null && line.now() - session.at > maxAge * 1000 ? null : session
}

/** True if LINE's app on the phone signs the user in without a screen. */
function isAutomatic({ line }: LineCall, { prompt, autoLoginDisabled }: LoginRequest): boolean {
  const { webLogin, os } = line.world().scenario.environment
  const isDisabled = autoLoginDisabled === 'all' || (autoLoginDisabled === 'ios' && /^i/.test(os))
  return webLogin === 'auto' && os !== 'web' && prompt !== 'login' && !isDisabled
}

function passwordOrQr(call: LineCall, request: LoginRequest, email: string, isUnknown: boolean): Response {
  const { searchParams, href } = call.url
  const texts = textsFor(call.line.world().scenario, request.locales)
  const page = {
    texts,
    app: request.app,
    action: href,
    otherMethod: searchParams.get('switch_amr') !== 'false',
  }
  const isQr = searchParams.get('initial_amr_display') === 'lineqr'
  return isQr ? qrPage(page) : passwordPage({ ...page, email, isUnknown })
}

function keepSession({ line }: LineCall, signedIn: SignedIn): SignedIn {
  const { user, at } = signedIn
  const phoneUserId = line.world().scenario.user
  line.dispatch({ type: 'web-login', phoneUserId, session: { userId: user.userId, at } })
  return signedIn
}

function submitted(
  call: LineCall,
  request: LoginRequest,
  method: string,
  form: URLSearchParams,
): SignedIn | Response {
  const { scenario } = call.line.world()
  const at = call.line.now()
  const phoneUser = currentUser(scenario)
  switch (method) {
    case 'linesso': {
      const session = sessionOf(call, request)
      const user = session && userOf(scenario, session.userId)
      return session && user
        ? { user, amr: 'linesso', at: session.at }
        : passwordOrQr(call, request, phoneUser.email ?? '', false)
    }
    case 'lineqr':
      return keepSession(call, { user: phoneUser, amr: 'lineqr', at })
    default: {
      const email = (form.get('email') ?? '').trim()
      const user = email === '' ? phoneUser : scenario.users.find(each => each.email === email)
      if (user === undefined) return passwordOrQr(call, request, email, true)
      return keepSession(call, { user, amr: 'pwd', at })
    }
  }
}

/** Returns null if the user must log in but `prompt` does not allow a page. */
export function signIn(
  call: LineCall,
  request: LoginRequest,
  form: URLSearchParams | null,
): SignedIn | Response | null {
  const { scenario } = call.line.world()
  const phoneUser = currentUser(scenario)
  const method = form?.get('method') ?? null
  if (form !== null && method !== null) return submitted(call, request, method, form)
  if (isAutomatic(call, request))
    return keepSession(call, { user: phoneUser, amr: 'lineautologin', at: call.line.now() })
  const session = request.prompt === 'login' ? null : sessionOf(call, request)
  const user = session && userOf(scenario, session.userId)
  switch (request.prompt) {
    case 'none':
      return session && user ? { user, amr: 'linesso', at: session.at } : null
    case 'login':
    case 'consent':
    case null: {
      if (!user) return passwordOrQr(call, request, phoneUser.email ?? '', false)
      const texts = textsFor(scenario, request.locales)
      return ssoPage({ texts, app: request.app, action: call.url.href }, user)
    }
    default:
      return assertNever(request.prompt)
  }
}
