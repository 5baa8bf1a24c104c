import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { createReward } from '#server/campaign/create-reward.ts'
import { audiencePage } from '#server/mailings/audience.ts'
import { enqueueReminders } from '#server/mailings/remind.ts'
import { createMailingRunner } from '#server/mailings/run.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { campaignOf, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { crowd } from '#tests/kit/sending-many.ts'
import { eachTest, insert, rowsOf, update } from '#tests/kit/server.ts'

const world = eachTest(() => crowd(9))

const now = () => world.server.clock.now()
/** Gives a customer a reward with the welcome ticket. */
async function joins(n: number, drawState: 'won' | 'confirmed') {
  const { db, deps } = world.server
  const id = world.customerOf(n)
  await createReward(db, id, now(), deps.random)
  await update({ db }, 'reward', { draw_state: drawState }, { customer_id: id })
}

test('a winner is reminded in the last day, if the news came early enough, and only once the result is public', async () => {
  const { db, deps } = world.server
  const { draw_id } = await campaignOf(world.server)
  const confirmBy = now() + 10 * DAY_MS
  const places = [
    { n: 1, seat: 1, state: 'won' as const, promoted_at: null },
    { n: 2, seat: 2, state: 'confirmed' as const, promoted_at: null },
    { n: 3, seat: null, state: 'won' as const, promoted_at: null },
    { n: 4, seat: 4, state: 'won' as const, promoted_at: confirmBy - 36 * HOUR_MS },
    { n: 5, seat: 5, state: 'won' as const, promoted_at: confirmBy - 36 * HOUR_MS + 1 },
  ]
  for (const { n, seat, state, promoted_at } of places) {
    await joins(n, state)
    const drawn = { draw_id: draw_id ?? '', rank: n, ticket_id: `t${n}`, customer_id: world.customerOf(n) }
    const more = { masked_name: '***', reserve: seat === null ? 1 : 0, seat, promoted_at }
    await insert({ db }, 'draw_winner', { ...drawn, ...more })
  }
  /** Returns who is reminded at this time. Deletes the messages, so that the next call is independent of this one. */
  const remindedAt = async (time: number, announced_at: number) => {
    await setCampaign(world.server, { announced_at, confirm_by: confirmBy })
    world.server.clock.advance(time - now())
    await enqueueReminders(deps)
    const rows = await db.selectFrom('message').select('customer_id').execute()
    const ids = rows.map(row => row.customer_id)
    await db.deleteFrom('message').execute()
    return places.map(({ n }) => n).filter(n => ids.includes(world.customerOf(n)))
  }
  const early = confirmBy - 36 * HOUR_MS
  expect(await remindedAt(confirmBy - DAY_MS - 1, early)).toEqual([])
  expect(await remindedAt(confirmBy - DAY_MS, early)).toEqual([1, 4])
  expect(await remindedAt(confirmBy - DAY_MS, early + 1)).toEqual([4])
  expect(await remindedAt(confirmBy - DAY_MS, confirmBy - DAY_MS + 1)).toEqual([])
  expect(await remindedAt(confirmBy - 1, early)).toEqual([1, 4])
  expect(await remindedAt(confirmBy, early)).toEqual([])
})

test.each([
  ['ends in two days', 2 * DAY_MS, null, 1],
  ['ends in more than two days', 2 * DAY_MS + 1, null, 0],
  ['has just ended', 0, null, 0],
  ['opens now', DAY_MS, 0, 1],
  ['opens later', DAY_MS, 1, 0],
])('of a coupon that %s, the number of mailings is right', async (_, closes, opens, count) => {
  const { db, deps } = world.server
  await update(
    { db },
    'reward_kind',
    { closes_at: now() + closes, opens_at: opens === null ? null : now() + opens },
    { reward_type: 'welcome' },
  )
  await enqueueReminders(deps)
  expect(await rowsOf({ db }, 'mailing')).toHaveLength(count)
})

test('a coupon is mentioned to customers who have unlocked it and not used it', async () => {
  const { db } = world.server
  const told = async (rewardType: string) =>
    (await audiencePage(db, { kind: 'coupon', subject: `${rewardType}:1` }, '')).addressees.map(
      ({ customerId }) => customerId,
    )
  const use = { reward_type: 'welcome', code: 'x', store_id: null, used_at: 1 }
  await insert({ db }, 'reward_use', { ...use, customer_id: world.customerOf(1) })
  expect(await told('welcome')).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map(world.customerOf))
  const [approved, pending] = [await world.server.signIn(), await world.server.signIn()]
  const { id } = (await sendReceipt(world.server, approved)).body
  await sendReceipt(world.server, pending)
  await organiser(world.server)('receipts', 'approve', id)
  expect(await told('receipt')).toEqual([approved.customerId])
  await joins(1, 'confirmed')
  await joins(2, 'won')
  await update({ db }, 'reward_kind', { unlocked_by: 'winner' }, { reward_type: 'gift' })
  expect(await told('gift')).toEqual([world.customerOf(1)])
})

test('reminders and the quota continue after the clock was set back', async () => {
  const { db, clock, deps } = world.server
  clock.advance(DAY_MS)
  const messaging = { accessToken: 'emulated-channel-access-token', liffId: '2000000001-Campaign' }
  const line = { ...deps.line, fetch: world.emulator.lineFetch }
  const advance = createMailingRunner({ ...deps, line, messaging })
  await advance()
  clock.advance(-DAY_MS)
  await update({ db }, 'reward_kind', { closes_at: now() + DAY_MS }, { reward_type: 'welcome' })
  await advance()
  const mailings = await db.selectFrom('mailing').select('kind').execute()
  expect([(await readChannel(db))?.quota_at, mailings]).toEqual([now(), [{ kind: 'coupon' }]])
})
