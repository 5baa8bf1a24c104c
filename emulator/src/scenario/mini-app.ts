import { isCommonProfileScope } from './common-profile.ts'
import type { App, Scope } from './schema.ts'

/**
 * On the developing channel, unverified MINI Apps also have the features of verified ones. We assume the same for the
 * review channel.
 */
export function hasVerifiedFeatures({ miniApp }: Pick<App, 'miniApp'>): boolean {
  return miniApp !== null && (miniApp.verified || miniApp.channel !== 'published')
}

export function simplifiesConsent(app: App): boolean {
  return (
    hasVerifiedFeatures(app) && app.miniApp?.consentSimplification === true && app.scopes.includes('openid')
  )
}

/** Returns the app's path on miniapp.line.me, or null. The internal channels for tests have no such path. */
export function customPathOf({ miniApp }: App): string | null {
  return miniApp?.verified === true && miniApp.channel === 'published' ? miniApp.customPath : null
}

export function scopesOf(app: App): readonly Scope[] {
  return hasVerifiedFeatures(app) ? app.scopes : app.scopes.filter(scope => !isCommonProfileScope(scope))
}
