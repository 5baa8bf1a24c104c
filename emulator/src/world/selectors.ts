import { ownEntry } from '../own-entry.ts'
import { channelIdOf } from '../scenario/channel.ts'
import { allApps } from '../scenario/internal-channels.ts'
import { scopesOf, simplifiesConsent } from '../scenario/mini-app.ts'
import type { App, Friendship, Scenario, Scope, User } from '../scenario/schema.ts'

/** Also finds apps on the internal channels of a MINI App. */
export function appOf(scenario: Scenario, liffId: string): App | undefined {
  return allApps(scenario).find(app => app.liffId === liffId)
}

export function appOfChannel(scenario: Scenario, channelId: string): App | undefined {
  return allApps(scenario).find(app => channelIdOf(app.liffId) === channelId)
}

const usersById = new WeakMap<readonly User[], ReadonlyMap<string, User>>()

/** Uses an index, because a request can address thousands of users. */
export function userOf({ users }: Scenario, userId: string): User | undefined {
  const known = usersById.get(users)
  if (known !== undefined) return known.get(userId)
  const byId = new Map(users.toReversed().map(user => [user.userId, user]))
  usersById.set(users, byId)
  return byId.get(userId)
}

export function currentUser(scenario: Scenario): User {
  const user = userOf(scenario, scenario.user)
  if (user === undefined) throw new Error(`Scenario "${scenario.name}" has no user ${scenario.user}`)
  return user
}

export function withoutRefused(
  { consent }: Pick<Scenario, 'consent'>,
  scopes: readonly Scope[],
): readonly Scope[] {
  const refused: readonly Scope[] = consent.refused
  return scopes.filter(scope => !refused.includes(scope))
}

/** LINE shows the consent page if the result is empty. */
export function grantedScopes(scenario: Scenario, userId: string, app: App): readonly Scope[] {
  const { grants, initially } = scenario.consent
  const given = ownEntry(grants, userId)?.[app.liffId]
  if (given === undefined) return initially === 'granted' ? withoutRefused(scenario, scopesOf(app)) : []
  return scopesOf(app).filter(scope => given.includes(scope))
}

/** Unlike in LIFF, a web login can request scopes that the LIFF app lacks. */
export function webGrantsOf({ consent }: Scenario, userId: string, app: App): readonly Scope[] {
  const given = ownEntry(consent.grants, userId)?.[app.liffId]
  if (given !== undefined) return given
  const all = new Set<Scope>(['profile', 'openid', ...scopesOf(app)])
  return consent.initially === 'granted' ? withoutRefused({ consent }, [...all]) : []
}

/** The scenario's `tokens.scope` overrides the granted scopes. */
export function tokenScopes(scenario: Scenario, granted: readonly Scope[]): readonly string[] {
  return scenario.tokens.scope?.split(/ |%20/) ?? granted
}

export function needsConsent(scenario: Scenario, userId: string, app: App): boolean {
  return hasNoGrant(scenario, userId, app) && !simplifiesConsent(app)
}

export function hasNoGrant(scenario: Scenario, userId: string, app: App): boolean {
  return scopesOf(app).length > 0 && grantedScopes(scenario, userId, app).length === 0
}

export function friendshipOf(scenario: Scenario, userId: string): Friendship {
  return ownEntry(scenario.friendships, userId) ?? 'none'
}

export function pictureOf(user: User): string {
  return user.pictureUrl ?? `https://profile.line-scdn.net/0h${user.userId.slice(1)}`
}

/** If the endpoint is only a path, resolves it against `origin`. */
export function endpointOf(app: App, origin: string): string {
  return new URL(app.endpointUrl, origin).href
}
