import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { confirmByOf } from '#server/campaign/reward.ts'
import { chunksOf } from '#server/chunks.ts'
import type { ServerDeps } from '#server/deps.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { enqueueMessages } from '#server/message-queue/enqueue.ts'
import { couponSubject, deadlineSubject } from '#server/message-queue/subjects.ts'
import type { Db } from '#server/store/tables.ts'
import { startMailing } from './start.ts'

const DEADLINE_MS = DAY_MS
/**
 * A winner with less total time to confirm than this (in milliseconds) needs no reminder: they were told the deadline
 * only hours before.
 */
const SHORTEST_TIME_MS = 36 * HOUR_MS
const COUPON_MS = 2 * DAY_MS
/** A reminder also names the coupons that end at most this many milliseconds later. */
const TOGETHER_MS = DAY_MS

const BATCH = 500

export async function enqueueReminders({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>): Promise<void> {
  if (!(await readChannel(db))) return
  const now = clock.now()
  await remindWinners(db, now)
  await remindCouponHolders(db, now)
}

async function remindWinners(db: Db, now: number): Promise<void> {
  const campaign = await readCampaign(db)
  const { draw_id, announced_at } = campaign
  if (draw_id === null || announced_at === null || announced_at > now) return
  const winners = await db
    .selectFrom('draw_winner')
    .innerJoin('reward', 'reward.customer_id', 'draw_winner.customer_id')
    .innerJoin('customer', 'customer.id', 'draw_winner.customer_id')
    .select(['draw_winner.customer_id', 'draw_winner.promoted_at', 'reward.confirm_by'])
    .where('draw_winner.draw_id', '=', draw_id)
    .where('draw_winner.seat', 'is not', null)
    .where('reward.draw_state', '=', 'won')
    // A customer who leaves between the draw and the announcement keeps the secret draw state.
    .where('customer.status', '=', 'registered')
    .execute()
  const due = winners.filter(winner => {
    const confirmBy = confirmByOf(winner, campaign)
    const hadTime = confirmBy - (winner.promoted_at ?? announced_at) >= SHORTEST_TIME_MS
    return hadTime && now < confirmBy && confirmBy - now <= DEADLINE_MS
  })
  const messages = due.map(winner => ({
    kind: 'confirm-deadline' as const,
    subject: deadlineSubject(draw_id, confirmByOf(winner, campaign)),
    customer_id: winner.customer_id,
    dueAt: now,
  }))
  for (const some of chunksOf(messages, BATCH)) await enqueueMessages(db, some, now)
}

/** Starts one mailing for all coupons that end soon, so that a customer gets one message about them. */
async function remindCouponHolders(db: Db, now: number): Promise<void> {
  const ending = await db
    .selectFrom('reward_kind')
    .select(['reward_type', 'closes_at'])
    .where('closes_at', '>', now)
    .where('closes_at', '<=', now + COUPON_MS + TOGETHER_MS)
    // Customers cannot use the coupon before it opens, so each message would be dropped.
    .where(eb => eb.or([eb('opens_at', 'is', null), eb('opens_at', '<=', now)]))
    .orderBy('closes_at')
    .orderBy('reward_type')
    .execute()
  const mailings = await db.selectFrom('mailing').select('subject').where('kind', '=', 'coupon').execute()
  const named = new Set(mailings.flatMap(({ subject }) => subject.split(',')))
  const coupons = ending
    .map(row => ({ rewardType: row.reward_type, closesAt: row.closes_at ?? 0 }))
    .filter(coupon => !named.has(couponSubject([coupon])))
  const [first] = coupons
  if (first === undefined || first.closesAt > now + COUPON_MS) return
  await startMailing(db, { kind: 'coupon', subject: couponSubject(coupons) }, now, now)
}
