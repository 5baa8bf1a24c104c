import { describe, expect, test } from 'vitest'
import { messageTexts } from '#campaign/messages.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { reopenReceipt } from '#server/campaign/receipts/review.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { enqueueReminders } from '#server/mailings/remind.ts'
import { startMailing } from '#server/mailings/start.ts'
import { enqueueMessages } from '#server/message-queue/enqueue.ts'
import { deadlineSubject } from '#server/message-queue/subjects.ts'
import { campaignOf, newKey, setCampaign } from '#tests/kit/activity.ts'
import { sendingServer } from '#tests/kit/sending.ts'
import { eachTest, insert, update } from '#tests/kit/server.ts'

// A message must be true, and still wanted, when it arrives.

const world = eachTest(sendingServer)
const { server, me } = world

const later = (ms = MINUTE_MS) => world.server.clock.advance(ms)
const unreachable = () => Promise.reject(new Error('no connection'))
const outcome = async () => (await world.rows()).map(({ state, unsure }) => [state, unsure])

describe('after an outage in which LINE may have got it, a message is not sent again', () => {
  /** Sends during an outage of LINE, and returns the rows of the messages. */
  async function outage() {
    await world.send(unreachable)
    expect(await outcome()).toContainEqual(['waiting', 1])
    return world.rows()
  }

  test('if the decision was taken back', async () => {
    await world.approve(1)
    later()
    const [row] = await outage()
    const id = row?.subject.split(':')[0] ?? ''
    await reopenReceipt(world.server.db, { id, version: 2 }, world.server.clock.now())
    later(HOUR_MS)
    await world.send()
    expect([world.inLine(), await outcome()]).toEqual([[], [['dropped', 1]]])
  })

  test('if one of the decisions in a digest was taken back; the others are sent', async () => {
    const numbers = await world.approve(3)
    later()
    const rows = await outage()
    const undone = rows.find(row => row.digest_lead !== null)
    const id = undone?.subject.split(':')[0] ?? ''
    await reopenReceipt(world.server.db, { id, version: 2 }, world.server.clock.now())
    later(HOUR_MS)
    await world.send()
    const listed = numbers.map(number => world.inLine().filter(text => text.includes(number)).length)
    expect(listed.toSorted()).toEqual([0, 1, 1])
  })

  test('if the customer has switched these messages off', async () => {
    await world.approve(1)
    later()
    await outage()
    await world.server.call('putMessageSettings', {
      token: world.me.token,
      key: newKey(),
      body: { receipts: false },
    })
    later(HOUR_MS)
    await world.send()
    expect([world.inLine(), await outcome()]).toEqual([[], [['dropped', 1]]])
  })
})

test('a coupon that can be used for less than two days is mentioned once it can be used', async () => {
  await world.at('12:00')
  await server.call('createReward', { token: me.token, body: {} })
  const opens_at = server.clock.now() + 22 * HOUR_MS
  await update(
    server,
    'reward_kind',
    { opens_at, closes_at: opens_at + 8 * HOUR_MS },
    { reward_type: 'welcome' },
  )
  const serve = async () => {
    await enqueueReminders(server.deps)
    while ((await advanceMailings(server.deps)) > 0);
    await world.send()
  }
  await serve()
  expect(await world.rows()).toEqual([])
  later(22 * HOUR_MS)
  await serve()
  expect(world.inLine()).toEqual([expect.stringContaining(messageTexts['coupon-expiring'].th.title)])
})

describe('a winner gets the news once', () => {
  /** Makes the customer a winner in a draw that was announced `ago` milliseconds ago. */
  async function win(ago: number, promoted: { readonly confirmBy: number } | null = null): Promise<string> {
    const now = server.clock.now()
    await server.call('createReward', { token: me.token, body: {} })
    const drawId = (await campaignOf(server)).draw_id ?? ''
    const prize = { key: 'concert', titleTh: 'บัตร', titleEn: 'Ticket', count: 1, delivery: 'seat' }
    await update(server, 'draw', { prizes: JSON.stringify([prize]) })
    await insert(server, 'draw_winner', {
      ...{ draw_id: drawId, rank: 1, ticket_id: newKey(), customer_id: me.customerId },
      ...{ masked_name: 'ส***', reserve: promoted ? 1 : 0, seat: 1, promoted_at: promoted ? now : null },
    })
    await update(server, 'reward', {
      draw_state: 'won',
      draw_rank: 1,
      confirm_by: promoted?.confirmBy ?? null,
    })
    await setCampaign(server, { announced_at: now - ago })
    return drawId
  }
  async function notify(drawId: string): Promise<void> {
    const now = world.server.clock.now()
    await startMailing(world.server.db, { kind: 'results', subject: drawId }, now, now)
    while ((await advanceMailings(world.server.deps)) > 0);
    while ((await world.send()) > 0);
  }

  test('if the results are sent after a reserve was promoted', async () => {
    const now = world.server.clock.now()
    const confirmBy = now + 7 * DAY_MS
    const drawId = await win(DAY_MS, { confirmBy })
    const { customerId: customer_id } = world.me
    const subject = deadlineSubject(drawId, confirmBy)
    await enqueueMessages(
      world.server.db,
      [{ kind: 'reserve-promoted', subject, customer_id, dueAt: now }],
      now,
    )
    await notify(drawId)
    expect(world.inLine()).toEqual([expect.stringContaining(messageTexts['reserve-promoted'].th.title)])
  })

  test('if the results are sent less than a day before the deadline', async () => {
    const drawId = await win(7 * DAY_MS)
    await setCampaign(world.server, { confirm_by: world.server.clock.now() + 20 * HOUR_MS })
    await enqueueReminders(world.server.deps)
    await notify(drawId)
    expect(world.inLine()).toEqual([expect.stringContaining(messageTexts.won.th.title)])
    later(HOUR_MS)
    await enqueueReminders(world.server.deps)
    await world.send()
    expect(world.inLine()).toHaveLength(1)
  })
})
