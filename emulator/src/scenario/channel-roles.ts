import { ownEntry } from '../own-entry.ts'
import type { InternalChannel } from './channel.ts'
import type { ChannelRole } from './mini-app-schema.ts'
import type { App, Scenario } from './schema.ts'

/** If `roles` is null, the scenario's first user is an admin. */
export function roleOf(scenario: Scenario, { miniApp }: App, userId: string): ChannelRole | null {
  if (miniApp === null) return null
  const { roles } = miniApp
  if (roles === null) return scenario.users[0]?.userId === userId ? 'admin' : null
  return ownEntry(roles, userId) ?? null
}

const MAY_OPEN: Readonly<Record<Exclude<InternalChannel, 'published'>, readonly ChannelRole[]>> = {
  developing: ['admin', 'tester'],
  review: ['reviewer'],
}

/** Returns null if every user may open the app. */
export function rolesToOpen({ miniApp }: App): readonly ChannelRole[] | null {
  return miniApp === null || miniApp.channel === 'published' ? null : MAY_OPEN[miniApp.channel]
}

export function mayOpen(scenario: Scenario, app: App, userId: string): boolean {
  const needed = rolesToOpen(app)
  const role = roleOf(scenario, app, userId)
  return needed === null || (role !== null && needed.includes(role))
}
