import { HAND_OVER_MS } from '#contract/desk/limits.ts'
import type { StaffPlace } from '#contract/desk/people.ts'
import type { HandedOver, StaffItem } from '#contract/desk/staff.ts'
import type { RewardType } from '#contract/schema/reward.ts'
import { redeemReward } from '#server/campaign/use-reward.ts'
import { ApiError } from '#server/errors.ts'
import type { Random } from '#server/random.ts'
import type { DeskTables } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { recordGuardian } from '#server/winners/guardian.ts'
import { DeskError } from '../errors.ts'
import { type KnownCode, lockCode, otherTime } from './code.ts'
import { staffItems } from './items.ts'

type Asked = { readonly key: string; readonly code: string; readonly rewardType: RewardType }
export type Staff = {
  readonly db: Db
  readonly random: Random
  readonly now: number
  readonly personId: string
  readonly place: StaffPlace
  readonly device: string
  /** The code of one of the person's stores; null at the event. */
  readonly store: string | null
}
type HandOverRow = DeskTables['hand_over']
/** `customerId` is null if the code is not from this campaign. `isNew` is false for a repeated call. */
export type Outcome = {
  readonly answer: HandedOver
  readonly customerId: string | null
  readonly isNew: boolean
}

/** Hands a reward over to the customer who is present. Of several concurrent calls for one reward, only one does so. */
export async function handOver(
  staff: Staff,
  asked: Asked & { readonly guardianSeen?: boolean | undefined },
): Promise<Outcome> {
  const { db, now } = staff
  const code = await lockCode(db, asked.code, now)
  const earlier = await earlierAnswer(staff, asked)
  if (earlier) return earlier
  if ('reason' in code) return refused(code.reason, code.customerId)
  const { customerId } = code
  if (Math.abs(now - code.madeAt) > HAND_OVER_MS) return refused(otherTime(code.madeAt, now), customerId)
  const item = await itemOf(staff, code, asked, now)
  if (item.state.kind === 'used') return { answer: usedAnswer(item.state), customerId, isNew: true }
  if (item.state.kind === 'no') return refused(item.state.reason, customerId)
  const { needsGuardian } = item.state
  if (needsGuardian && asked.guardianSeen !== true) return refused('guardian', customerId)
  if (needsGuardian) await recordGuardian(db, customerId, now)
  if (!(await redeem(staff, code, asked, now))) return refused('out-of-stock', customerId)
  await record(staff, asked, { customerId, at: now, outcome: 'first', reason: null })
  return { answer: { result: 'done', at: now }, customerId, isNew: true }
}

/**
 * Records a hand-over that staff made while their device was offline. The goods are gone, so it is recorded even if the
 * reward had already been handed over or a rule forbids it, but not if the code is unknown or the customer has left.
 * `at` is the device's time. `ended` is given if the staff member's access has ended: nothing is redeemed then, because
 * the person may have invented the hand-over.
 */
export async function recordOffline(
  staff: Staff,
  asked: Asked & { readonly at: number },
  ended: 'access-ended' | null = null,
): Promise<Outcome> {
  const { db, now } = staff
  const code = await lockCode(db, asked.code, now)
  const earlier = await earlierAnswer(staff, asked)
  if (earlier) return earlier
  const { customerId } = code
  if (customerId === null || code.madeAt === null) return refused('unknown', null)
  // The device's clock may be wrong. The code proves the time at which it was made.
  const isPossible = Math.abs(asked.at - code.madeAt) <= HAND_OVER_MS
  const at = Math.min(now, isPossible ? asked.at : code.madeAt)
  const given = { customerId, at }
  if ('reason' in code) {
    // Nothing is stored about a customer who has left.
    if (code.reason !== 'left')
      await record(staff, asked, { ...given, outcome: 'refused', reason: code.reason })
    return refused(code.reason, customerId)
  }
  const { state } = await itemOf(staff, code, asked, at)
  if (state.kind === 'used') {
    await record(staff, asked, { ...given, outcome: 'again', reason: ended })
    return { answer: usedAnswer(state), customerId, isNew: true }
  }
  const forbidden = ended ?? (state.kind === 'no' ? state.reason : state.needsGuardian ? 'guardian' : null)
  const reason =
    forbidden !== null ? forbidden : (await redeem(staff, code, asked, at)) ? null : 'out-of-stock'
  await record(staff, asked, { ...given, outcome: reason === null ? 'first' : 'refused', reason })
  return reason === null
    ? { answer: { result: 'done', at }, customerId, isNew: true }
    : refused(reason, customerId)
}

const refused = (reason: (HandedOver & { result: 'no' })['reason'], customerId: string | null): Outcome => ({
  answer: { result: 'no', reason },
  customerId,
  isNew: true,
})

const usedAnswer = ({ at, device }: StaffItem['state'] & { kind: 'used' }): HandedOver => ({
  result: 'used',
  at,
  device,
})

/** Returns the answer to an earlier call with this key. Throws VALIDATION if the key is another hand-over's. */
async function earlierAnswer(staff: Staff, { key, rewardType }: Asked): Promise<Outcome | null> {
  const row = await staff.db.selectFrom('hand_over').selectAll().where('key', '=', key).executeTakeFirst()
  if (!row) return null
  if (row.person_id !== staff.personId || row.reward_type !== rewardType)
    throw new DeskError('VALIDATION', { fields: [{ path: 'key', code: 'taken' }] })
  return { answer: await answerOf(staff.db, row), customerId: row.customer_id, isNew: false }
}

async function answerOf(db: Db, row: HandOverRow): Promise<HandedOver> {
  if (row.outcome === 'first') return { result: 'done', at: row.at }
  if (row.reason !== null) return { result: 'no', reason: row.reason }
  const first = await firstHandOver(db, row)
  return { result: 'used', at: first?.at ?? 0, device: first?.device ?? null }
}

type Handed = Pick<HandOverRow, 'customer_id' | 'reward_type'>

/** Returns the time of a reward's hand-over, or null. Its device and person are null if staff scanned no code. */
export async function firstHandOver(
  db: Db,
  { customer_id, reward_type }: Handed,
): Promise<{ readonly at: number; readonly device: string | null; readonly personId: string | null } | null> {
  const first = await db
    .selectFrom('hand_over')
    .select(['at', 'device', 'person_id'])
    .where('customer_id', '=', customer_id)
    .where('reward_type', '=', reward_type)
    .where('outcome', '=', 'first')
    .executeTakeFirst()
  if (first) return { at: first.at, device: first.device, personId: first.person_id }
  const use = await db
    .selectFrom('reward_use')
    .select('used_at')
    .where('customer_id', '=', customer_id)
    .where('reward_type', '=', reward_type)
    .executeTakeFirst()
  // The desk may have recorded that a counter prize was handed over.
  const at = use?.used_at ?? (await recordedAtDesk(db, { customer_id, reward_type }))
  return at === null ? null : { at, device: null, personId: null }
}

async function recordedAtDesk(db: Db, { customer_id, reward_type }: Handed): Promise<number | null> {
  const row = await db
    .selectFrom('prize_delivery')
    .innerJoin('reward_kind', join => join.on('reward_kind.unlocked_by', '=', 'winner'))
    .select(['received_at', 'shipped_at'])
    .where('customer_id', '=', customer_id)
    .where('reward_kind.reward_type', '=', reward_type)
    .executeTakeFirst()
  return row?.received_at ?? row?.shipped_at ?? null
}

async function itemOf(
  { db, place }: Staff,
  { customerId }: KnownCode,
  { rewardType }: Asked,
  now: number,
): Promise<StaffItem> {
  const items = await staffItems(db, customerId, { place, now })
  const item = items.find(one => one.rewardType === rewardType)
  return item ?? { rewardType, title: { th: '', en: '' }, state: { kind: 'no', reason: 'locked' } }
}

/** Returns false if the reward is out of stock. */
async function redeem(staff: Staff, { customerId }: KnownCode, { rewardType }: Asked, now: number) {
  const { db, random, store } = staff
  const use = {
    rewardType,
    staff: { by: 'scanned' },
    ...(store === null ? {} : { storeCode: store }),
  } as const
  try {
    await redeemReward(db, customerId, use, now, random)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'OUT_OF_STOCK') return false
    throw error
  }
}

async function record(
  { db, now, personId, device, store }: Staff,
  { key, rewardType }: Asked,
  row: Pick<HandOverRow, 'at' | 'outcome' | 'reason'> & { readonly customerId: string },
): Promise<void> {
  const { customerId, at, outcome, reason } = row
  const found =
    store === null
      ? null
      : await db.selectFrom('store').select('id').where('code', '=', store).executeTakeFirst()
  await db
    .insertInto('hand_over')
    .values({
      key,
      customer_id: customerId,
      reward_type: rewardType,
      person_id: personId,
      device,
      store_id: found?.id ?? null,
      at,
      recorded_at: now,
      outcome,
      reason,
    })
    .execute()
}
