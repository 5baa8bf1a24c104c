import { createHash } from 'node:crypto'
import type { Group, Scenario, User } from '../scenario/schema.ts'
import type { Bot } from '../world/bot-state.ts'
import { friendshipOf, pictureOf, userOf } from '../world/selectors.ts'

export function botUserId({ messaging }: Pick<Scenario, 'messaging'>): string {
  return `U${createHash('sha256').update(messaging.channelId).digest('hex').slice(0, 32)}`
}

export function accountOf({ apps }: Scenario) {
  const account = apps.find(({ officialAccount }) => officialAccount !== null)?.officialAccount
  return account ?? { id: '@emulated', name: 'Emulated account', pictureUrl: null }
}

export function accountProfile(scenario: Scenario) {
  const { id, name } = accountOf(scenario)
  const pictureUrl = `https://profile.line-scdn.net/oa/${encodeURIComponent(id)}`
  return { userId: botUserId(scenario), basicId: id, displayName: name, pictureUrl }
}

export function isFriend(scenario: Scenario, userId: string): boolean {
  return userOf(scenario, userId) !== undefined && friendshipOf(scenario, userId) === 'friend'
}

export function friendsOf(scenario: Scenario): readonly string[] {
  return scenario.users.map(({ userId }) => userId).filter(userId => isFriend(scenario, userId))
}

/** Returns undefined if the account has left the group chat or room. */
export function groupOf(scenario: Scenario, { left }: Bot, id: string): Group | undefined {
  return left.includes(id) ? undefined : scenario.messaging.groups.find(group => group.id === id)
}

export function publicProfile(user: User) {
  return { displayName: user.displayName, userId: user.userId, pictureUrl: pictureOf(user) }
}
