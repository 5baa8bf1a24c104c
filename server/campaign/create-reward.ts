import { uuidv7 } from '#contract/uuidv7.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { issueTickets } from './tickets.ts'

export const WELCOME_TICKETS = 1
const QR_SECRET_BYTES = 32

/** Also creates the welcome ticket. Calling this again has no effect. */
export async function createReward(db: Db, customerId: string, now: number, random: Random): Promise<void> {
  await insertReward(db, customerId, now, random)
  const welcome = { customerId, source: 'welcome', sourceId: customerId, count: WELCOME_TICKETS } as const
  await issueTickets(db, welcome, now, random)
}

export async function insertReward(db: Db, customerId: string, now: number, random: Random): Promise<void> {
  await db
    .insertInto('reward')
    .values({
      id: uuidv7(now, random.bytes(16)),
      customer_id: customerId,
      draw_state: 'none',
      draw_rank: null,
      confirmed_at: null,
      confirm_by: null,
      qr_secret: Buffer.from(random.bytes(QR_SECRET_BYTES)).toString('base64url'),
      pin_failures: 0,
      pin_locked_until: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict => conflict.column('customer_id').doNothing())
    .execute()
}
