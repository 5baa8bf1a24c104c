import type { Scenario } from '../scenario/schema.ts'
import { dayOf } from './ledger.ts'
import { friendshipOf } from './selectors.ts'

/** Numbers of LINE's insight: everyone who ever added the account, those who receive its messages, and those who blocked it. */
export type Followers = {
  readonly followers: number
  readonly targetedReaches: number
  readonly blocks: number
}

/**
 * The numbers at the end of each day on which they changed (`yyyyMMdd` in Japan). The entry with the empty name has those
 * before the first change.
 */
export type FollowerDays = Readonly<Record<string, Followers>>

/** Number of days that are kept. */
const MAX_DAYS = 1_100

/** Returns the current numbers. */
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

/** Returns the history after a change of the scenario; the same one if the change did not affect the numbers. */
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

/** Returns the numbers at the end of a day. */
export function followersOn(days: FollowerDays, scenario: Scenario, day: string): Followers {
  const last = Object.keys(days)
    .filter(each => each <= day)
    .sort()
    .at(-1)
  return (last === undefined ? undefined : days[last]) ?? followersIn(scenario)
}
