import type { CodeReason } from '#contract/desk/staff.ts'
import { judgeQrCode, type ReadCode, readQrCode } from '#server/campaign/qr.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'

export type KnownCode = {
  readonly rewardId: string
  readonly customerId: string
  /** Registered name. */
  readonly name: string
  /** In milliseconds since 1970. */
  readonly madeAt: number
  /** Null if the code is from the current half minute or an adjacent one. */
  readonly otherTime: 'old' | 'future' | null
}

export type RefusedCode = {
  readonly reason: CodeReason
  readonly madeAt: number | null
  readonly customerId: string | null
}

/** Returns the code's owner, however old the code is, or the reason why the customer may get nothing with it. */
export async function readCode(db: Db, payload: string, now: number): Promise<KnownCode | RefusedCode> {
  const code = readQrCode(payload.trim())
  const row = code && (await ownerOf(db, code))
  if (!row) return { reason: 'unknown', madeAt: null, customerId: null }
  const { genuine, fresh, madeAt } = judgeQrCode(code, row.qr_secret, now)
  if (!genuine) return { reason: 'unknown', madeAt: null, customerId: null }
  const customerId = row.id
  if (row.status === 'cancelled') return { reason: 'left', madeAt, customerId }
  if (row.blocked_at !== null) return { reason: 'blocked', madeAt, customerId }
  return {
    rewardId: code.rewardId,
    customerId,
    name: nameOf(row),
    madeAt,
    otherTime: fresh ? null : otherTime(madeAt, now),
  }
}

export const otherTime = (madeAt: number, now: number): 'old' | 'future' => (madeAt > now ? 'future' : 'old')

/** Like `readCode`, but locks the customer until the end of the transaction. */
export async function lockCode(db: Db, payload: string, now: number): Promise<KnownCode | RefusedCode> {
  const found = await readCode(db, payload, now)
  if (found.customerId === null) return found
  await lockCustomer(db, found.customerId)
  return readCode(db, payload, now)
}

export const nameOf = (row: {
  readonly first_name: string | null
  readonly last_name: string | null
}): string => [row.first_name, row.last_name].filter(part => part !== null).join(' ')

const ownerOf = (db: Db, { rewardId }: ReadCode) =>
  db
    .selectFrom('reward')
    .innerJoin('customer', 'customer.id', 'reward.customer_id')
    .leftJoin('block', 'block.customer_id', 'reward.customer_id')
    .select([
      'reward.qr_secret',
      'customer.id',
      'customer.status',
      'customer.first_name',
      'customer.last_name',
    ])
    .select('block.blocked_at')
    .where('reward.id', '=', rewardId)
    .executeTakeFirst()
