import { assertNever } from '../assert-never.ts'
import { consentPage, REQUIRED_SCOPES } from '../pages/consent.ts'
import { friendOfferPage } from '../pages/friend.ts'
import { textsFor } from '../pages/texts/texts-for.ts'
import type { App, User } from '../scenario/schema.ts'
import { friendshipOf, needsConsent } from '../world/selectors.ts'
import { formOf } from './body.ts'
import type { LineCall } from './route.ts'

/** The user's decision, or a page to show because the user has not decided yet. */
export type Consent = 'granted' | 'denied' | Response

function offersFriend(call: LineCall, app: App, user: User): boolean {
  const isFriend = friendshipOf(call.line.world().scenario, user.userId) === 'friend'
  return app.officialAccount !== null && !isFriend
}

async function handleConsentForm(call: LineCall, app: App, user: User): Promise<Consent> {
  const { line } = call
  const form = await formOf(call.request)
  if (form.get('answer') !== 'allow') return 'denied'
  const given = form.getAll('scope')
  const friend = form.get('friend')
  const account = app.officialAccount
  if (
    app.botPrompt === 'aggressive' &&
    account !== null &&
    friend === null &&
    offersFriend(call, app, user)
  ) {
    const hidden = new Map([...new Set(form.keys())].map(key => [key, form.getAll(key)]))
    return friendOfferPage(textsFor(line.world().scenario), account, call.url.href, hidden)
  }
  const scopes = app.scopes.filter(scope => REQUIRED_SCOPES.includes(scope) || given.includes(scope))
  line.dispatch({ type: 'consented', userId: user.userId, liffId: app.liffId, scopes })
  if (friend === 'add' && account !== null)
    line.dispatch({ type: 'friendship-changed', userId: user.userId, state: 'friend' })
  return 'granted'
}

/**
 * Returns the user's decision, or the consent page if the user has to decide. A POST request is the submitted
 * consent page.
 */
export async function askConsent(call: LineCall, app: App, user: User): Promise<Consent> {
  const { line } = call
  if (call.request.method === 'POST') return handleConsentForm(call, app, user)
  const { scenario } = line.world()
  if (!needsConsent(scenario, user.userId, app)) return 'granted'
  const { answer } = scenario.consent
  switch (answer) {
    case 'allow':
      line.dispatch({ type: 'consented', userId: user.userId, liffId: app.liffId, scopes: app.scopes })
      return 'granted'
    case 'deny':
      return 'denied'
    case 'ask': {
      const offerFriend = app.botPrompt === 'normal' && offersFriend(call, app, user)
      return consentPage({ texts: textsFor(scenario), app, user, offerFriend, action: call.url.href })
    }
    default:
      return assertNever(answer)
  }
}
