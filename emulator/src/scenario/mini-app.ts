import { ownEntry } from '../own-entry.ts'
import { channelIdOf } from './channel.ts'
import { isCommonProfileScope } from './common-profile.ts'
import { type ChannelRole, INTERNAL_CHANNELS, type InternalChannel } from './mini-app-schema.ts'
import type { App, Scenario, Scope } from './schema.ts'

type MiniApp = NonNullable<App['miniApp']>

/** Distance between the channel ids that internal channels have by default. Apps often have consecutive channel ids. */
const CHANNEL_STEP = 100_000_000

/** Returns a LIFF id with another channel id of ten digits. */
function withNextChannel(liffId: string, step: number): string {
  const next = (Number(channelIdOf(liffId)) + step * CHANNEL_STEP) % 10 ** 10
  return `${String(next).padStart(10, '0')}${liffId.slice(10)}`
}

/** Returns the LIFF id of one of a MINI App's internal channels. */
function internalLiffId({ liffId }: App, miniApp: MiniApp, channel: InternalChannel): string {
  const [from, to] = [miniApp.channel, channel].map(name => INTERNAL_CHANNELS.indexOf(name)) as [
    number,
    number,
  ]
  if (from === to) return liffId
  return miniApp.liffIds[channel] ?? withNextChannel(liffId, (to - from + 3) % 3)
}

/** Returns the app on each of its internal channels, its own first; an app that is not a MINI App has only itself. */
export function internalApps(app: App): readonly App[] {
  const { miniApp } = app
  if (miniApp === null) return [app]
  const others = INTERNAL_CHANNELS.filter(channel => channel !== miniApp.channel)
  return [
    app,
    ...others.map(channel => ({
      ...app,
      liffId: internalLiffId(app, miniApp, channel),
      miniApp: { ...miniApp, channel },
    })),
  ]
}

/** Returns the apps of a scenario, including the internal channels of MINI Apps. */
export function allApps({ apps }: Pick<Scenario, 'apps'>): readonly App[] {
  return apps.flatMap(internalApps)
}

/**
 * True if the app has the features of verified MINI Apps. An unverified one has them on the internal channel for
 * developing only; on that for review they are a guess.
 */
export function hasVerifiedFeatures({ miniApp }: App): boolean {
  return miniApp !== null && (miniApp.verified || miniApp.channel !== 'published')
}

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

/** Returns a user's role on the channel of a MINI App, or null. */
function roleOf(scenario: Scenario, { miniApp }: App, userId: string): ChannelRole | null {
  if (miniApp === null) return null
  const { roles } = miniApp
  if (roles === null) return scenario.users[0]?.userId === userId ? 'admin' : null
  return ownEntry(roles, userId) ?? null
}

const MAY_OPEN: Readonly<Record<Exclude<InternalChannel, 'published'>, readonly ChannelRole[]>> = {
  developing: ['admin', 'tester'],
  review: ['reviewer'],
}

/** Returns the roles that a user needs to open the app, or null if every user may open it. */
export function rolesToOpen({ miniApp }: App): readonly ChannelRole[] | null {
  return miniApp === null || miniApp.channel === 'published' ? null : MAY_OPEN[miniApp.channel]
}

/** True if LINE opens the app for this user. */
export function mayOpen(scenario: Scenario, app: App, userId: string): boolean {
  const needed = rolesToOpen(app)
  const role = roleOf(scenario, app, userId)
  return needed === null || (role !== null && needed.includes(role))
}
