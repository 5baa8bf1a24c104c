import { channelIdOf } from '../scenario/channel.ts'
import type { App, Friendship, Scenario, Scope, User } from '../scenario/schema.ts'

/** The app with this LIFF id. */
export function appOf(scenario: Scenario, liffId: string): App | undefined {
  return scenario.apps.find(app => app.liffId === liffId)
}

/** The first app of a channel. */
export function appOfChannel(scenario: Scenario, channelId: string): App | undefined {
  return scenario.apps.find(app => channelIdOf(app.liffId) === channelId)
}

/** The user with this id. */
export function userOf(scenario: Scenario, userId: string): User | undefined {
  return scenario.users.find(user => user.userId === userId)
}

/** The user whose phone it is. */
export function currentUser(scenario: Scenario): User {
  const user = userOf(scenario, scenario.user)
  if (user === undefined) throw new Error(`Scenario "${scenario.name}" has no user ${scenario.user}`)
  return user
}

/** What a user has agreed to for an app; nothing means that LINE asks. */
export function grantedScopes(scenario: Scenario, userId: string, app: App): readonly Scope[] {
  const { grants, initially } = scenario.consent
  const answered = grants[userId]?.[app.liffId]
  if (answered === undefined) return initially === 'granted' ? app.scopes : []
  return app.scopes.filter(scope => answered.includes(scope))
}

/** Whether LINE shows the consent page before it lets the user in. */
export function needsConsent(scenario: Scenario, userId: string, app: App): boolean {
  return app.scopes.length > 0 && grantedScopes(scenario, userId, app).length === 0
}

/** How a user stands to the official account. */
export function friendshipOf(scenario: Scenario, userId: string): Friendship {
  return scenario.friendships[userId] ?? 'none'
}

/** Where a user's picture is. */
export function pictureOf(user: User): string {
  return user.pictureUrl ?? `https://profile.line-scdn.net/0h${user.userId.slice(1)}`
}

/** The app's endpoint as an absolute address; a path is taken on `origin`. */
export function endpointOf(app: App, origin: string): string {
  return new URL(app.endpointUrl, origin).href
}
