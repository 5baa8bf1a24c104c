import type { Scenario } from '../scenario/schema.ts'
import { dayOf } from './ledger.ts'
import { friendshipOf } from './selectors.ts'

/** `followers` counts everyone who ever added the account; `targetedReaches` counts those who receive its messages. */
export type Followers = {
  readonly followers: number
  readonly targetedReaches: number
  readonly blocks: number
}

/** Counts at the end of each day with a change (`yyyyMMdd`, in Japan time). The key `''` holds the initial counts. */
export type FollowerDays = Readonly<Record<string, Followers>>

const MAX_DAYS = 1_100

function followersIn(scenario: Scenario): Followers {
  let [targetedReaches, blocks] = [0, 0]
  for (const { userId } of scenario.users) {
    const friendship = friendshipOf(scenario, userId)
    if (friendship === 'friend') targetedReaches += 1
    if (friendship === 'blocked') blocks += 1
  }
  return { followers: targetedReaches + blocks, targetedReaches, blocks }
}

const isSame = (a: Followers, b: Followers): boolean =>
  a.targetedReaches === b.targetedReaches && a.blocks === b.blocks

export function withFollowers(
  days: FollowerDays,
  before: Scenario,
  after: Scenario,
  now: number,
): FollowerDays {
  const [old, next] = [followersIn(before), followersIn(after)]
  if (isSame(old, next)) return days
  const { '': first = old, ...rest } = days
  const kept = Object.entries({ ...rest, [dayOf(now)]: next })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-MAX_DAYS)
  return { '': first, ...Object.fromEntries(kept) }
}

export function followersOn(days: FollowerDays, scenario: Scenario, day: string): Followers {
  const last = Object.keys(days)
    .filter(each => each <= day)
    .sort()
    .at(-1)
  return (last === undefined ? undefined : days[last]) ?? followersIn(scenario)
}
