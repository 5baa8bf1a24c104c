import { ownEntry } from '../own-entry.ts'
import { channelIdOf } from '../scenario/channel.ts'
import { allApps } from '../scenario/internal-channels.ts'
import { scopesOf, simplifiesConsent } from '../scenario/mini-app.ts'
import type { App, Friendship, Scenario, Scope, User } from '../scenario/schema.ts'

/** Returns the app with this LIFF id, which may be that of an internal channel of a MINI App. */
export function appOf(scenario: Scenario, liffId: string): App | undefined {
  return allApps(scenario).find(app => app.liffId === liffId)
}

/** Returns the first app of a channel. */
export function appOfChannel(scenario: Scenario, channelId: string): App | undefined {
  return allApps(scenario).find(app => channelIdOf(app.liffId) === channelId)
}

const usersById = new WeakMap<readonly User[], ReadonlyMap<string, User>>()

/** Returns the user with this id. The index of the users makes a request to thousands of users fast. */
export function userOf({ users }: Scenario, userId: string): User | undefined {
  const known = usersById.get(users)
  if (known !== undefined) return known.get(userId)
  const byId = new Map(users.toReversed().map(user => [user.userId, user]))
  usersById.set(users, byId)
  return byId.get(userId)
}

/** Returns the user signed in on the phone. Throws if the scenario does not contain that user. */
export function currentUser(scenario: Scenario): User {
  const user = userOf(scenario, scenario.user)
  if (user === undefined) throw new Error(`Scenario "${scenario.name}" has no user ${scenario.user}`)
  return user
}

/** Returns the scopes without those that the scenario's users refuse. */
export function withoutRefused(
  { consent }: Pick<Scenario, 'consent'>,
  scopes: readonly Scope[],
): readonly Scope[] {
  const refused: readonly Scope[] = consent.refused
  return scopes.filter(scope => !refused.includes(scope))
}

/** Returns the scopes that a user has granted to an app. If there are none, LINE shows the consent page. */
export function grantedScopes(scenario: Scenario, userId: string, app: App): readonly Scope[] {
  const { grants, initially } = scenario.consent
  const given = ownEntry(grants, userId)?.[app.liffId]
  if (given === undefined) return initially === 'granted' ? withoutRefused(scenario, scopesOf(app)) : []
  return scopesOf(app).filter(scope => given.includes(scope))
}

/**
 * Returns the scopes that a user has granted to the channel of an app. Unlike LIFF, a web login can request scopes that the
 * LIFF app does not have.
 */
export function webGrantsOf({ consent }: Scenario, userId: string, app: App): readonly Scope[] {
  const given = ownEntry(consent.grants, userId)?.[app.liffId]
  if (given !== undefined) return given
  const all = new Set<Scope>(['profile', 'openid', ...scopesOf(app)])
  return consent.initially === 'granted' ? withoutRefused({ consent }, [...all]) : []
}

/**
 * Returns the scopes of an access token: those of the scenario's `tokens.scope`, otherwise those that the user
 * granted.
 */
export function tokenScopes(scenario: Scenario, granted: readonly Scope[]): readonly string[] {
  return scenario.tokens.scope?.split(/ |%20/) ?? granted
}

/** True if LINE shows the consent page before it opens the app. */
export function needsConsent(scenario: Scenario, userId: string, app: App): boolean {
  return hasNoGrant(scenario, userId, app) && !simplifiesConsent(app)
}

/** True if the user has not granted the app any of its scopes. */
export function hasNoGrant(scenario: Scenario, userId: string, app: App): boolean {
  return scopesOf(app).length > 0 && grantedScopes(scenario, userId, app).length === 0
}

/** Returns a user's friendship with the official account. */
export function friendshipOf(scenario: Scenario, userId: string): Friendship {
  return ownEntry(scenario.friendships, userId) ?? 'none'
}

/** Returns the URL of a user's picture. */
export function pictureOf(user: User): string {
  return user.pictureUrl ?? `https://profile.line-scdn.net/0h${user.userId.slice(1)}`
}

/** Returns the app's endpoint as a full URL; a path is relative to `origin`. */
export function endpointOf(app: App, origin: string): string {
  return new URL(app.endpointUrl, origin).href
}
