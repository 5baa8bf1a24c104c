import { STAFF_PIN_LOCK_MS, STAFF_PIN_TRIES } from '#contract/limits.ts'
import { isRecent } from '#contract/recent.ts'
import { ApiError, invalid } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import type { Campaign } from './clock.ts'
import { countWrongPin, isExhausted, lockPinCounts } from './pin-limits.ts'
import type { RewardRow } from './reward.ts'
import { verifyPin } from './staff-pin.ts'

type Row = NonNullable<RewardRow>

/** Called when the total number of wrong PINs reaches a limit. Must never receive the PIN. */
export type Alarm = (about: {
  readonly scope: string
  readonly failures: number
  readonly until: number | null
}) => void

type Attempt = {
  readonly row: Row
  readonly campaign: Campaign
  readonly storeId: number | null
  readonly pin: string | undefined
  readonly alarm: Alarm
}

/**
 * Checks the PIN that staff type into the customer's phone: the store's own PIN, or the campaign's if the store has
 * none. Wrong PINs are limited per customer, per store and for the whole campaign, so that an attacker with many
 * accounts cannot guess a PIN.
 */
export async function requireStaffPin(db: Db, attempt: Attempt, now: number): Promise<void> {
  const { row, storeId, pin, alarm } = attempt
  const lockedUntil = row.pin_locked_until
  // Measure from the start of the lock, so that the lock ends even if the clock was set back.
  if (lockedUntil !== null && isRecent(lockedUntil - STAFF_PIN_LOCK_MS, now, STAFF_PIN_LOCK_MS))
    throw pinLocked(lockedUntil - now)
  if (pin === undefined) throw invalid('staffPin', 'required')
  const hash = await expectedHash(db, attempt)
  const counts = await lockPinCounts(db, storeId, now)
  const exhausted = counts.find(isExhausted)
  if (exhausted) throw pinLocked((exhausted.until ?? now) - now)
  if (await verifyPin(pin, hash)) {
    if (row.pin_failures > 0 || row.pin_locked_until !== null) await savePinFailures(db, row, 0, null)
    return
  }
  for (const { scope, failures, until } of await countWrongPin(db, counts, now))
    alarm({ scope, failures, until })
  await refuse(db, row, now)
}

/** Throws VALIDATION if only stores have PINs and no store was scanned. */
async function expectedHash(db: Db, { campaign, storeId }: Attempt): Promise<string | null> {
  if (storeId !== null) {
    const own = await db
      .selectFrom('store_pin')
      .select('pin_hash')
      .where('store_id', '=', storeId)
      .executeTakeFirst()
    return own?.pin_hash ?? campaign.staff_pin_hash
  }
  if (campaign.staff_pin_hash !== null) return campaign.staff_pin_hash
  const some = await db.selectFrom('store_pin').select('store_id').limit(1).executeTakeFirst()
  if (some) throw invalid('storeCode', 'required')
  return null
}

async function refuse(db: Db, row: Row, now: number): Promise<never> {
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
