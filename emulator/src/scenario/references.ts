import type { Problem } from './explain.ts'
import { allApps } from './internal-channels.ts'
import type { Scenario } from './schema.ts'

type Ids = { readonly users: ReadonlySet<string>; readonly apps: ReadonlySet<string> }

function idsOf({ users, apps }: Pick<Scenario, 'users' | 'apps'>): Ids {
  return {
    users: new Set(users.map(({ userId }) => userId)),
    apps: new Set(allApps({ apps }).map(({ liffId }) => liffId)),
  }
}

export function unknownReference(scenario: Scenario): Problem | null {
  const { users, apps } = idsOf(scenario)
  const unknown = (path: string, field: string, ids: ReadonlySet<string>): Problem => ({
    path,
    message: `expected the ${field} (${[...ids].join(', ')})`,
  })
  for (const userId of Object.keys(scenario.friendships))
    if (!users.has(userId)) return unknown(`friendships.${userId}`, 'userId of one of users', users)
  for (const [userId, ofUser] of Object.entries(scenario.consent.grants)) {
    const path = `consent.grants.${userId}`
    if (!users.has(userId)) return unknown(path, 'userId of one of users', users)
    const liffId = Object.keys(ofUser).find(id => !apps.has(id))
    if (liffId !== undefined) return unknown(`${path}.${liffId}`, 'liffId of one of apps', apps)
  }
  for (const [at, { miniApp }] of scenario.apps.entries()) {
    const userId = Object.keys(miniApp?.roles ?? {}).find(id => !users.has(id))
    if (userId !== undefined)
      return unknown(`apps.${at}.miniApp.roles.${userId}`, 'userId of one of users', users)
  }
  for (const [at, { members }] of scenario.messaging.groups.entries()) {
    const index = members.findIndex(userId => !users.has(userId))
    if (index >= 0) return unknown(`messaging.groups.${at}.members.${index}`, 'userId of one of users', users)
  }
  for (const [at, { members }] of scenario.messaging.memberships.entries()) {
    const index = members.findIndex(({ userId }) => !users.has(userId))
    const path = `messaging.memberships.${at}.members.${index}.userId`
    if (index >= 0) return unknown(path, 'userId of one of users', users)
  }
  return null
}

const pick = <T>(record: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => keys.has(key)))

export function withoutReferencesMissingIn(
  scenario: Scenario,
  next: Pick<Scenario, 'users' | 'apps'>,
): Scenario {
  const { users, apps } = idsOf(next)
  const grants = Object.entries(pick(scenario.consent.grants, users)).map(
    ([userId, ofUser]) => [userId, pick(ofUser, apps)] as const,
  )
  const groups = scenario.messaging.groups.map(group => ({
    ...group,
    members: group.members.filter(userId => users.has(userId)),
  }))
  const memberships = scenario.messaging.memberships.map(plan => ({
    ...plan,
    members: plan.members.filter(({ userId }) => users.has(userId)),
  }))
  const withoutUnknownRoles = scenario.apps.map(app =>
    app.miniApp?.roles ? { ...app, miniApp: { ...app.miniApp, roles: pick(app.miniApp.roles, users) } } : app,
  )
  return {
    ...scenario,
    apps: withoutUnknownRoles,
    messaging: { ...scenario.messaging, groups, memberships },
    friendships: pick(scenario.friendships, users),
    consent: { ...scenario.consent, grants: Object.fromEntries(grants) },
  }
}
