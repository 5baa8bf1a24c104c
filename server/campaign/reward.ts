import * as v from 'valibot'
import { type DrawState, drawState, type Reward, rewardPicture, rewardType } from '#contract/schema/reward.ts'
import { isoOf, isoOrNull } from '#contract/time.ts'
import { ApiError } from '#server/errors.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { type Campaign, readCampaign } from './clock.ts'
import { prizeSentTo } from './prize-sent.ts'
import { rightsOfCustomer } from './rights.ts'
import { isUnlocked, type Unlocks, unlocksOf } from './unlocks.ts'
import { drawnTicketNumber, wonPrize } from './won-prize.ts'

export type RewardRow = Awaited<ReturnType<typeof rewardRowOf>>
export type RewardKind = Tables['reward_kind']

export async function rewardRowOf(db: Db, customerId: string) {
  return db.selectFrom('reward').selectAll().where('customer_id', '=', customerId).executeTakeFirst()
}

export async function requireReward(db: Db, customerId: string, now: number): Promise<Reward> {
  const row = await rewardRowOf(db, customerId)
  if (!row) throw new ApiError('REWARD_NOT_CREATED')
  const campaign = await readCampaign(db)
  const rights = await rightsOfCustomer(db, campaign, customerId)
  const state = shownDrawState(row, campaign, rights.total, now)
  const known = state !== 'none' && state !== 'entered'
  const prize = await wonPrize(db, row, campaign, state)
  const ticketNumber =
    state === 'won' || state === 'confirmed' ? await drawnTicketNumber(db, customerId, campaign) : null
  const delivery = state === 'confirmed' ? await prizeSentTo(db, customerId, campaign) : null
  return {
    id: row.id,
    customerId,
    rights,
    luckyDraw: {
      state,
      drawId: campaign.draw_id,
      drawAt: isoOf(campaign.draw_at),
      announceAt: isoOf(campaign.announce_at),
      confirmBy: isoOf(confirmByOf(row, campaign)),
      confirmedAt: isoOrNull(row.confirmed_at),
      rank: known ? row.draw_rank : null,
      prize,
      ...(ticketNumber === null ? {} : { ticketNumber }),
      ...(delivery === null ? {} : { delivery }),
    },
    items: await itemsOf(
      db,
      await usesOf(db, customerId),
      await unlocksOf(db, customerId, state, prize),
      now,
    ),
    version: row.version,
    updatedAt: isoOf(row.updated_at),
  }
}

type Drawn = Pick<Tables['reward'], 'draw_state' | 'confirm_by'>

export const confirmByOf = (row: Pick<Drawn, 'confirm_by'>, campaign: Campaign): number =>
  row.confirm_by ?? campaign.confirm_by

/** Hides the result until the announcement. `lost` is never stored: the customer had tickets but was not drawn. */
export function shownDrawState(row: Drawn, campaign: Campaign, tickets: number, now: number): DrawState {
  const stored = v.parse(drawState, row.draw_state)
  const entered = tickets > 0 ? 'entered' : 'none'
  if (campaign.announced_at === null || now < campaign.announced_at) return entered
  if (stored === 'none' || stored === 'entered') return entered === 'none' ? 'none' : 'lost'
  return stored === 'won' && now > confirmByOf(row, campaign) ? 'expired' : stored
}

type Use = Pick<Tables['reward_use'], 'reward_type' | 'used_at' | 'code'>

const usesOf = (db: Db, customerId: string): Promise<Use[]> =>
  db.selectFrom('reward_use').selectAll().where('customer_id', '=', customerId).execute()

export async function itemsOf(
  db: Db,
  uses: readonly Use[],
  unlocks: Unlocks,
  now: number,
): Promise<Reward['items']> {
  const kinds = await db.selectFrom('reward_kind').selectAll().orderBy('position').execute()
  const stock = await db.selectFrom('reward_stock').selectAll().execute()
  // A consolation is a surprise, so only customers who lost see it.
  const shown = kinds.filter(kind => kind.unlocked_by !== 'lost' || unlocks.lost)
  return shown.map(kind => {
    const use = uses.find(one => one.reward_type === kind.reward_type)
    const remaining = stock.find(one => one.reward_type === kind.reward_type)?.remaining
    return {
      rewardType: v.parse(rewardType, kind.reward_type),
      titleTh: kind.title_th,
      ...rewardTexts(kind),
      state: use ? 'used' : itemState(kind, isUnlocked(kind, unlocks), remaining, now),
      opensAt: isoOrNull(kind.opens_at),
      closesAt: isoOrNull(kind.closes_at),
      usedAt: isoOrNull(use?.used_at ?? null),
      code: use?.code ?? null,
      needsStaff: kind.needs_staff === 1,
    }
  })
}

const texts = v.array(v.string())

/** Rewards created by an older release have only a Thai title. */
function rewardTexts(kind: RewardKind): Partial<Reward['items'][number]> {
  return {
    ...(kind.title_en === null ? {} : { titleEn: kind.title_en }),
    ...(kind.text_th === null ? {} : { textTh: kind.text_th }),
    ...(kind.text_en === null ? {} : { textEn: kind.text_en }),
    ...(kind.picture === null ? {} : { picture: v.parse(rewardPicture, kind.picture) }),
    ...(kind.conditions_th === null ? {} : { conditionsTh: v.parse(texts, JSON.parse(kind.conditions_th)) }),
    ...(kind.conditions_en === null ? {} : { conditionsEn: v.parse(texts, JSON.parse(kind.conditions_en)) }),
  }
}

type ItemState = Reward['items'][number]['state']

function itemState(
  kind: RewardKind,
  unlocked: boolean,
  remaining: number | undefined,
  now: number,
): ItemState {
  if (kind.closes_at !== null && now >= kind.closes_at) return 'expired'
  if (remaining !== undefined && remaining <= 0) return 'outOfStock'
  if (!unlocked || (kind.opens_at !== null && now < kind.opens_at)) return 'locked'
  return 'available'
}

/** Makes phones reload the reward object instead of using their cached copy. */
export async function bumpRewardVersion(db: Db, customerId: string, now: number): Promise<void> {
  await db
    .updateTable('reward')
    .set(eb => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('customer_id', '=', customerId)
    .execute()
}
