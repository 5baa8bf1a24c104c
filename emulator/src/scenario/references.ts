import type { Problem } from './explain.ts'
import { allApps } from './internal-channels.ts'
import type { Scenario } from './schema.ts'

type Owners = Pick<Scenario, 'users' | 'apps'>

/** Returns the scenario without references to missing users and apps, and a problem for each such reference. */
function checkReferences(scenario: Scenario, { users, apps }: Owners) {
  const problems: Problem[] = []
  const known = {
    userId: new Set(users.map(({ userId }) => userId)),
    liffId: new Set(allApps({ apps }).map(({ liffId }) => liffId)),
  }
  const exists = (field: 'userId' | 'liffId', id: string, path: string): boolean => {
    if (known[field].has(id)) return true
    const list = field === 'userId' ? 'users' : 'apps'
    problems.push({
      path,
      message: `expected the ${field} of one of ${list} (${[...known[field]].join(', ')})`,
    })
    return false
  }
  const pick = <T>(field: 'userId' | 'liffId', record: Readonly<Record<string, T>>, path: string) =>
    Object.fromEntries(Object.entries(record).filter(([id]) => exists(field, id, `${path}.${id}`)))
  const { messaging, consent } = scenario
  const friendships = pick('userId', scenario.friendships, 'friendships')
  const grants = Object.entries(pick('userId', consent.grants, 'consent.grants')).map(
    ([userId, ofUser]) => [userId, pick('liffId', ofUser, `consent.grants.${userId}`)] as const,
  )
  const appsWithRoles = scenario.apps.map((app, at) => {
    if (!app.miniApp?.roles) return app
    const roles = pick('userId', app.miniApp.roles, `apps.${at}.miniApp.roles`)
    return { ...app, miniApp: { ...app.miniApp, roles } }
  })
  const groups = messaging.groups.map((group, at) => ({
    ...group,
    members: group.members.filter((userId, index) =>
      exists('userId', userId, `messaging.groups.${at}.members.${index}`),
    ),
  }))
  const memberships = messaging.memberships.map((plan, at) => ({
    ...plan,
    members: plan.members.filter(({ userId }, index) =>
      exists('userId', userId, `messaging.memberships.${at}.members.${index}.userId`),
    ),
  }))
  const rest: Scenario = {
    ...scenario,
    apps: appsWithRoles,
    messaging: { ...messaging, groups, memberships },
    friendships,
    consent: { ...consent, grants: Object.fromEntries(grants) },
  }
  return { rest, problems }
}

export function unknownReference(scenario: Scenario): Problem | null {
  return checkReferences(scenario, scenario).problems[0] ?? null
}

export function withoutReferencesMissingIn(scenario: Scenario, next: Owners): Scenario {
  return checkReferences(scenario, next).rest
}
