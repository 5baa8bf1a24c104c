import { assertNever } from '../assert-never.ts'
import { COMMON_PROFILE_BOX, consentPage, REQUIRED_SCOPES } from '../pages/consent.ts'
import { addFriendPage } from '../pages/friend.ts'
import { hiddenFields } from '../pages/layout.ts'
import { badRequestPage } from '../pages/problem.ts'
import { textsFor } from '../pages/texts/texts-for.ts'
import type { ScreenTexts } from '../pages/texts/th.ts'
import { mayOpen, rolesToOpen } from '../scenario/channel-roles.ts'
import { isCommonProfileScope } from '../scenario/common-profile.ts'
import { scopesOf, simplifiesConsent } from '../scenario/mini-app.ts'
import type { App, Scope, User } from '../scenario/schema.ts'
import { friendshipOf, hasNoGrant, needsConsent, withoutRefused } from '../world/selectors.ts'
import { formOf } from './body.ts'
import type { LineCall } from './route.ts'

/** The response is an error page, or the page on which the user decides. */
export type Consent = 'granted' | 'denied' | Response

export type ConsentRequest = {
  readonly app: App
  readonly user: User
  readonly scopes: readonly Scope[]
  /** Scopes that were granted earlier and that this request does not change. */
  readonly otherGrants: readonly Scope[]
  readonly botPrompt: App['botPrompt']
  /** False if the scopes are already granted. */
  readonly needed: boolean
  readonly texts: ScreenTexts
  /** Additional fields that are submitted with the consent page's form. */
  readonly hidden: ReadonlyMap<string, readonly string[]>
}

function offersFriend(call: LineCall, { app, user }: ConsentRequest): boolean {
  const isFriend = friendshipOf(call.line.world().scenario, user.userId) === 'friend'
  return app.officialAccount !== null && !isFriend
}

function grant({ line }: LineCall, request: ConsentRequest, scopes: readonly Scope[]): void {
  const { user, app, otherGrants } = request
  const all = [...new Set([...otherGrants, ...scopes])]
  line.dispatch({ type: 'consented', userId: user.userId, liffId: app.liffId, scopes: all })
}

function handleConsentForm(call: LineCall, request: ConsentRequest, form: URLSearchParams): Consent {
  const { line } = call
  const { app, user, botPrompt, texts } = request
  if (form.get('answer') !== 'allow') return 'denied'
  const given = form.getAll('scope')
  const friend = form.get('friend')
  const account = app.officialAccount
  if (botPrompt === 'aggressive' && account !== null && friend === null && offersFriend(call, request)) {
    const posted = new Map([...new Set(form.keys())].map(key => [key, form.getAll(key)]))
    const hidden = hiddenFields(posted)
    return addFriendPage(texts, account, { action: call.url.href, name: 'friend', hidden })
  }
  const isGiven = (scope: Scope) =>
    REQUIRED_SCOPES.includes(scope) ||
    given.includes(isCommonProfileScope(scope) ? COMMON_PROFILE_BOX : scope)
  grant(call, request, request.scopes.filter(isGiven))
  if (friend === 'add' && account !== null)
    line.dispatch({ type: 'friendship-changed', userId: user.userId, state: 'friend' })
  return 'granted'
}

/** `form` is the submitted consent page; null if the page has not been submitted yet. */
export function decideConsent(
  call: LineCall,
  request: ConsentRequest,
  form: URLSearchParams | null,
): Consent {
  if (form !== null) return handleConsentForm(call, request, form)
  if (!request.needed) return 'granted'
  const { answer } = call.line.world().scenario.consent
  switch (answer) {
    case 'allow':
      grant(call, request, withoutRefused(call.line.world().scenario, request.scopes))
      return 'granted'
    case 'deny':
      return 'denied'
    case 'ask': {
      const { botPrompt, ...shown } = request
      const offerFriend = botPrompt === 'normal' && offersFriend(call, request)
      return consentPage({ ...shown, offerFriend, action: call.url.href })
    }
    default:
      return assertNever(answer)
  }
}

/** Returns LINE's error page if the user's role may not open the app's internal channel. */
function channelRefusal({ line, request }: LineCall, app: App, user: User): Response | null {
  const { scenario } = line.world()
  if (app.miniApp === null || mayOpen(scenario, app, user.userId)) return null
  const roles = (rolesToOpen(app) ?? []).join(', ')
  const { channel } = app.miniApp
  return badRequestPage(request, texts => texts.channelRoles(user.displayName, channel, roles))
}

/**
 * A POST request submits the consent page. Users whose role may not open the app's channel get an error page. With the
 * channel consent simplification, a new user grants `openid` without seeing a page.
 */
export async function askConsent(call: LineCall, app: App, user: User): Promise<Consent> {
  const refused = channelRefusal(call, app, user)
  if (refused !== null) return refused
  const { scenario } = call.line.world()
  const request = {
    app,
    user,
    scopes: scopesOf(app),
    otherGrants: [],
    botPrompt: app.botPrompt,
    needed: needsConsent(scenario, user.userId, app),
    texts: textsFor(scenario),
    hidden: new Map(),
  }
  if (simplifiesConsent(app) && hasNoGrant(scenario, user.userId, app)) {
    grant(call, request, ['openid'])
    return 'granted'
  }
  return decideConsent(call, request, call.request.method === 'POST' ? await formOf(call.request) : null)
}
