import { ApiError, invalid } from '#server/errors.ts'
import type { Random } from '#server/random.ts'
import { lockParticipant } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { type Campaign, readCampaign } from './clock.ts'
import { prizeDuties } from './prize-duties.ts'
import { prizeSentTo } from './prize-sent.ts'
import { type Alarm, requireStaffPin } from './require-staff-pin.ts'
import { bumpRewardVersion, type RewardKind, type RewardRow, rewardRowOf, shownDrawState } from './reward.ts'
import { rightsOfCustomer } from './rights.ts'
import { isUnlocked, unlocksOf } from './unlocks.ts'
import { wonPrize } from './won-prize.ts'

type Use = {
  readonly rewardType: string
  readonly storeCode?: string | undefined
  /** `scanned` means that staff have scanned the customer's code, so no PIN is needed. */
  readonly staff:
    | { readonly by: 'pin'; readonly pin: string | undefined; readonly alarm: Alarm }
    | { readonly by: 'scanned' }
}
type Row = NonNullable<RewardRow>

/**
 * Errors roll the transaction back, except for a wrong PIN, which must be counted. One statement
 * checks and reduces the stock, so it cannot become negative.
 */
export async function redeemReward(db: Db, customerId: string, use: Use, now: number, random: Random) {
  await lockParticipant(db, customerId)
  const kind = await db
    .selectFrom('reward_kind')
    .selectAll()
    .where('reward_type', '=', use.rewardType)
    .executeTakeFirst()
  if (!kind) throw invalid('rewardType', 'unknown')
  const row = await rewardRowOf(db, customerId)
  if (!row) throw new ApiError('REWARD_NOT_CREATED')
  const campaign = await readCampaign(db)
  await requireUsable(db, row, kind, campaign, now)
  const storeId = await storeOf(db, use.storeCode)
  if (kind.needs_staff === 1 && use.staff.by === 'pin')
    await requireStaffPin(db, { row, campaign, storeId, ...use.staff }, now)
  const code = voucherCode(random)
  await recordUse(db, { customerId, type: kind.reward_type, code, storeId, now })
  await bumpRewardVersion(db, customerId, now)
  return { code, usedAt: now }
}

async function requireUsable(db: Db, row: Row, kind: RewardKind, campaign: Campaign, now: number) {
  const used = await db
    .selectFrom('reward_use')
    .select('code')
    .where('customer_id', '=', row.customer_id)
    .where('reward_type', '=', kind.reward_type)
    .executeTakeFirst()
  if (used) throw new ApiError('REWARD_USED')
  const early = kind.opens_at !== null && now < kind.opens_at
  const late = kind.closes_at !== null && now >= kind.closes_at
  if (early || late) throw new ApiError('OUT_OF_PERIOD')
  const rights = await rightsOfCustomer(db, campaign, row.customer_id)
  const state = shownDrawState(row, campaign, rights.total, now)
  const prize = await wonPrize(db, row, campaign, state)
  if (!isUnlocked(kind, await unlocksOf(db, row.customer_id, state, prize)))
    throw new ApiError('REWARD_LOCKED')
  if (kind.unlocked_by !== 'winner' || !prize) return
  // The organiser may have recorded that this counter prize was already handed over.
  if (prize.delivery === 'counter' && (await prizeSentTo(db, row.customer_id, campaign)) !== null)
    throw new ApiError('REWARD_USED')
  const { owesTax, needsGuardian } = await prizeDuties(db, row.customer_id, prize.key, now)
  if (owesTax) throw new ApiError('TAX_UNPAID')
  if (needsGuardian) throw new ApiError('GUARDIAN_MISSING')
}

async function storeOf(db: Db, code: string | undefined): Promise<number | null> {
  if (code === undefined) return null
  const store = await db
    .selectFrom('store')
    .select(['id', 'active'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (store?.active !== 1) throw invalid('storeCode', 'unknown')
  return store.id
}

type Recorded = { customerId: string; type: string; code: string; storeId: number | null; now: number }

async function recordUse(db: Db, { customerId, type, code, storeId, now }: Recorded): Promise<void> {
  await takeFromStock(db, type)
  const inserted = await db
    .insertInto('reward_use')
    .values({ customer_id: customerId, reward_type: type, code, store_id: storeId, used_at: now })
    .onConflict(conflict => conflict.columns(['customer_id', 'reward_type']).doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new ApiError('REWARD_USED')
}

/** Throws OUT_OF_STOCK before anything is written. */
async function takeFromStock(db: Db, type: string): Promise<void> {
  const limited = await db
    .selectFrom('reward_stock')
    .select('reward_type')
    .where('reward_type', '=', type)
    .executeTakeFirst()
  if (!limited) return
  const taken = await db
    .updateTable('reward_stock')
    .set(eb => ({ remaining: eb('remaining', '-', 1) }))
    .where('reward_type', '=', type)
    .where('remaining', '>', 0)
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) throw new ApiError('OUT_OF_STOCK')
}

/** The alphabet excludes similar characters. It has 32 characters, so a random byte modulo 32 is unbiased. */
const VOUCHER_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function voucherCode(random: Random): string {
  const code = [...random.bytes(8)].map(byte => VOUCHER_ALPHABET[byte % VOUCHER_ALPHABET.length]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
