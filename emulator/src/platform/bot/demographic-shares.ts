import type { User } from '../../scenario/schema.ts'
import { isFriend } from '../account.ts'
import { areaName } from './areas.ts'
import { AGES, PERIODS } from './demographics.ts'
import { LEAST_USERS } from './message-statistics.ts'
import type { BotCall } from './operation.ts'

type Demographics = NonNullable<User['demographics']>

const UNKNOWN = 'unknown'

function ageGroup({ age }: Demographics): string {
  if (age === null) return UNKNOWN
  const at = AGES.findIndex(first => age < first)
  if (at < 0) return `from${AGES.at(-1)}`
  return `from${at === 0 ? 0 : AGES[at - 1]}to${(AGES[at] ?? 0) - 1}`
}

function period({ friendDays }: Demographics): string {
  if (friendDays === null) return UNKNOWN
  const most = PERIODS.find(days => friendDays < days)
  return most === undefined ? 'over365days' : `within${most}days`
}

const AGE_GROUPS = [...[0, ...AGES].map(age => ageGroup({ ...({} as Demographics), age })), UNKNOWN]
const PERIOD_NAMES = [...PERIODS.map(days => `within${days}days`), 'over365days', UNKNOWN]

/** Returns shares in percent, with one decimal place. */
function shares(key: string, groups: readonly string[], names: readonly string[]) {
  return groups.map(group => {
    const count = names.filter(name => name === group).length
    return { [key]: group, percentage: Math.round((count / names.length) * 1000) / 10 }
  })
}

/** LINE provides no demographics for fewer than 20 friends. */
export function demographicsOf({ scenario }: Pick<BotCall, 'scenario'>) {
  const friends = scenario.users.filter(({ userId }) => isFriend(scenario, userId))
  if (friends.length < LEAST_USERS) return { available: false }
  const of = (name: (demographics: Demographics) => string | null) =>
    friends.map(({ demographics }) => (demographics === null ? null : name(demographics)) ?? UNKNOWN)
  const areas = of(({ area }) => (area === null ? null : areaName(area)))
  const knownAreas = [...new Set(areas)].filter(name => name !== UNKNOWN).sort()
  const appTypes = of(({ appType }) => appType).map(name => (name === UNKNOWN ? 'others' : name))
  return {
    available: true,
    genders: shares(
      'gender',
      ['female', 'male', UNKNOWN],
      of(({ gender }) => gender),
    ),
    ages: shares('age', AGE_GROUPS, of(ageGroup)),
    areas: shares('area', [...knownAreas, UNKNOWN], areas),
    appTypes: shares('appType', ['ios', 'android', 'others'], appTypes),
    subscriptionPeriods: shares('subscriptionPeriod', PERIOD_NAMES, of(period)),
  }
}
