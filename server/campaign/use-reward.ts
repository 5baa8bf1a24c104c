import { STAFF_PIN_LOCK_MS, STAFF_PIN_TRIES } from '#contract/limits.ts'
import { ApiError, invalid } from '#server/errors.ts'
import type { Random } from '#server/random.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { type Campaign, readCampaign } from './clock.ts'
import { bumpRewardVersion, type RewardKind, type RewardRow, rewardRowOf, shownDrawState } from './reward.ts'
import { rightsOfCustomer } from './rights.ts'
import { verifyPin } from './staff-pin.ts'
import { isUnlocked, unlocksOf } from './unlocks.ts'

type Use = { rewardType: string; staffPin?: string | undefined; storeCode?: string | undefined }
type Row = NonNullable<RewardRow>

/**
 * Redeems a reward once, inside the caller's transaction. Errors roll the transaction back, except for a
 * wrong PIN, which must be counted. One statement checks and reduces the stock, so that stock can never
 * become negative.
 */
export async function redeemReward(db: Db, customerId: string, use: Use, now: number, random: Random) {
  await lockCustomer(db, customerId)
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
  if (kind.needs_staff === 1) await requireStaffPin(db, row, campaign, use.staffPin, now)
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
  if (!isUnlocked(kind, await unlocksOf(db, row.customer_id, state))) throw new ApiError('REWARD_LOCKED')
}

/** Returns the id of the store whose QR code was scanned; null if none was scanned. */
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

/** Checks the PIN that staff type into the customer's phone. Five wrong PINs in a row lock it for this customer. */
async function requireStaffPin(db: Db, row: Row, campaign: Campaign, pin: string | undefined, now: number) {
  if (row.pin_locked_until !== null && now < row.pin_locked_until) throw pinLocked(row.pin_locked_until - now)
  if (pin === undefined) throw invalid('staffPin', 'required')
  if (await verifyPin(pin, campaign.staff_pin_hash)) {
    if (row.pin_failures > 0 || row.pin_locked_until !== null) await savePinFailures(db, row, 0, null)
    return
  }
  const failures = row.pin_failures + 1
  if (failures < STAFF_PIN_TRIES) {
    await savePinFailures(db, row, failures, null)
    throw new ApiError('STAFF_PIN_WRONG', { keep: true })
  }
  await savePinFailures(db, row, 0, now + STAFF_PIN_LOCK_MS)
  throw pinLocked(STAFF_PIN_LOCK_MS)
}

const pinLocked = (ms: number): ApiError =>
  new ApiError('STAFF_PIN_LOCKED', { retryAfter: Math.ceil(ms / 1000), keep: true })

async function savePinFailures(
  db: Db,
  row: Row,
  failures: number,
  lockedUntil: number | null,
): Promise<void> {
  await db
    .updateTable('reward')
    .set({ pin_failures: failures, pin_locked_until: lockedUntil })
    .where('id', '=', row.id)
    .execute()
}

type Recorded = { customerId: string; type: string; code: string; storeId: number | null; now: number }

async function recordUse(db: Db, { customerId, type, code, storeId, now }: Recorded): Promise<void> {
  const inserted = await db
    .insertInto('reward_use')
    .values({ customer_id: customerId, reward_type: type, code, store_id: storeId, used_at: now })
    .onConflict(conflict => conflict.columns(['customer_id', 'reward_type']).doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new ApiError('REWARD_USED')
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

/**
 * Letters and digits that do not look alike. There are 32 of them, so a random byte modulo 32 has no bias.
 */
const VOUCHER_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Creates the code that the customer shows at the counter: eight characters, `XXXX-XXXX`. */
function voucherCode(random: Random): string {
  const code = [...random.bytes(8)].map(byte => VOUCHER_ALPHABET[byte % VOUCHER_ALPHABET.length]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
