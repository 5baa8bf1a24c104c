import { isCommonProfileScope } from './common-profile.ts'
import type { App, Scope } from './schema.ts'
import { hasVerifiedFeatures } from './verified-features.ts'

/** True if LINE skips the consent to `openid` when a user first opens the app. */
export function simplifiesConsent(app: App): boolean {
  return (
    hasVerifiedFeatures(app) && app.miniApp?.consentSimplification === true && app.scopes.includes('openid')
  )
}

/** Returns the app's path on miniapp.line.me. The internal channels for tests have none. */
export function customPathOf({ miniApp }: App): string | null {
  return miniApp?.verified === true && miniApp.channel === 'published' ? miniApp.customPath : null
}

/** The common profile's scopes need the features of verified MINI Apps. */
export function scopesOf(app: App): readonly Scope[] {
  return hasVerifiedFeatures(app) ? app.scopes : app.scopes.filter(scope => !isCommonProfileScope(scope))
}
