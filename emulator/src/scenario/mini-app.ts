import { isCommonProfileScope } from './common-profile.ts'
import type { App, Scope } from './schema.ts'
import { hasVerifiedFeatures } from './verified-features.ts'

/** True if LINE skips the consent to the scope `openid` when a user opens the app for the first time. */
export function simplifiesConsent(app: App): boolean {
  return (
    hasVerifiedFeatures(app) && app.miniApp?.consentSimplification === true && app.scopes.includes('openid')
  )
}

/** Returns the custom path under which miniapp.line.me opens the app, or null. The internal channels for tests have none. */
export function customPathOf({ miniApp }: App): string | null {
  return miniApp?.verified === true && miniApp.channel === 'published' ? miniApp.customPath : null
}

/** Returns the scopes that the app can request: those of the common profile only with the features of verified MINI Apps. */
export function scopesOf(app: App): readonly Scope[] {
  return hasVerifiedFeatures(app) ? app.scopes : app.scopes.filter(scope => !isCommonProfileScope(scope))
}
