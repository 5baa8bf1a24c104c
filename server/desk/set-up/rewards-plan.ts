import { rewards } from '#campaign/rewards.ts'
import { countHolders, countUsers } from '#server/set-up/holders.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'
import {
  changedFields,
  changedTerms,
  changeReward,
  type PlannedReward,
  plannedReward,
  type RewardTerms,
} from '#server/set-up/rewards.ts'
import { lockStock, remainingOf, setRemaining, stockOfType } from '#server/set-up/stock.ts'
import { countRegistered } from '#server/set-up/terms.ts'
import type { Db } from '#server/store/tables.ts'
import { type Around, counted, effect, type Of, type Plan } from './plan.ts'

export async function planStock({ db, now }: Around, { rewardType, total }: Of<'stock'>): Promise<Plan> {
  const stock = await stockOfType(db, rewardType)
  const left = remainingOf(stock, total)
  if (stock.remaining === left) throw new SetUpRefusal('NOTHING', 'Nothing to set')
  const eligible = await countHolders(db, await kindOf(db, stock.type), now)
  return {
    differences: [
      { field: 'total', from: stock.remaining === null ? null : stock.used + stock.remaining, to: total },
    ],
    effects: [
      left === 0 ? effect('stock-out', { isWarning: true }) : effect('stock-left', { count: left }),
      ...(eligible === null ? [] : counted('stock-eligible', eligible)),
      ...(eligible !== null && eligible > left && left > 0
        ? [effect('stock-short', { count: eligible - left, isWarning: true })]
        : []),
    ],
    async apply() {
      // Customers may have used the reward since the plan was made.
      const locked = await lockStock(db, rewardType)
      const remaining = remainingOf(locked, total)
      await setRemaining(db, rewardType, remaining)
      return { rewardType, total, before: locked.remaining, remaining, used: locked.used }
    },
  }
}

const kindOf = (db: Db, type: string) =>
  db
    .selectFrom('reward_kind')
    .select(['reward_type', 'unlocked_by'])
    .where('reward_type', '=', type)
    .executeTakeFirstOrThrow()

export async function planReward({ db, now }: Around, { rewardType, set }: Of<'reward'>): Promise<Plan> {
  const planned = await plannedReward(db, rewardType, set, now)
  const { before, after } = planned
  return {
    differences: changedFields(before, after).map(name => ({
      field: fieldNames[name],
      from: shown(before[name]),
      to: shown(after[name]),
    })),
    effects: await effectsOf(db, planned, now),
    async apply() {
      const changed = await changeReward(db, rewardType, set, now)
      return { rewardType, ...changedTerms(changed), holders: changed.holders }
    },
  }
}

/** The desk shows fields whose names end with `At` as times. */
const fieldNames = {
  titleTh: 'titleTh',
  titleEn: 'titleEn',
  textTh: 'textTh',
  textEn: 'textEn',
  conditionsTh: 'conditionsTh',
  conditionsEn: 'conditionsEn',
  opensAt: 'usableFromAt',
  closesAt: 'usableUntilAt',
} as const satisfies Record<keyof RewardTerms, string>

function shown(value: RewardTerms[keyof RewardTerms]): string | number | null {
  if (value === null || typeof value !== 'object') return value
  return value.length === 0 ? null : value.join('\n')
}

async function effectsOf(db: Db, planned: PlannedReward, now: number): Promise<Plan['effects']> {
  const { kind, before, after, holders } = planned
  const changed = changedFields(before, after)
  const isText = changed.some(name => name !== 'opensAt' && name !== 'closesAt')
  const held = holders ?? 0
  return [
    // Only customers who lost see a consolation reward.
    ...(kind.unlocked_by === 'lost' ? [] : counted('reward-seen', await countRegistered(db))),
    held > 0 ? effect('reward-held', { count: held }) : effect('reward-not-held'),
    ...(isText
      ? [
          ...counted('reward-promised', held, { isWarning: true }),
          ...counted('reward-users', await countUsers(db, kind)),
          ...(rewards.some(({ type, onHome }) => type === kind.reward_type && onHome)
            ? [effect('reward-in-build', { isWarning: true })]
            : []),
        ]
      : []),
    ...(before.opensAt === after.opensAt ? [] : openingEffects(planned, now)),
    ...(before.closesAt === after.closesAt ? [] : endEffects(planned, now)),
  ]
}

function openingEffects({ before, after, holders }: PlannedReward, now: number): Plan['effects'] {
  const held = holders ?? 0
  if (after.opensAt === null || after.opensAt <= now) return [effect('reward-opens-now', { count: held })]
  const isLater = after.opensAt > (before.opensAt ?? 0)
  return isLater ? counted('reward-later', held, { isWarning: true }) : counted('reward-sooner', held)
}

function endEffects({ before, after, holders }: PlannedReward, now: number): Plan['effects'] {
  const held = holders ?? 0
  if (before.closesAt !== null && before.closesAt <= now) return [effect('reward-again', { count: held })]
  const isShorter = after.closesAt !== null && (before.closesAt === null || after.closesAt < before.closesAt)
  return isShorter ? counted('reward-shorter', held, { isWarning: true }) : counted('reward-longer', held)
}
