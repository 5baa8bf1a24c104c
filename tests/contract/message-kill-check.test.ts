import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { decisionSubject } from '#server/message-queue/subjects.ts'
import { type Addressee, checkMessages, type Expected } from '#tests/kit/kill-run/check.ts'
import { sendingServer } from '#tests/kit/sending.ts'
import { eachTest, insert, update } from '#tests/kit/server.ts'

// Tests the check of the kill run. Each test plants a defect in the results of the real sender, which uses a real
// database and an emulated LINE.

const world = eachTest(sendingServer)

/** Approves receipts one by one, so that each decision gets a separate message. Returns the expected messages. */
async function expectedOf(count: number): Promise<Expected[]> {
  for (let index = 0; index < count; index++) {
    await world.approve(1)
    world.server.clock.advance(1)
  }
  return decided()
}

async function decided(): Promise<Expected[]> {
  const receipts = await world.server.db.selectFrom('receipt').selectAll().orderBy('created_at').execute()
  return receipts.map(receipt => ({
    customerId: receipt.customer_id,
    kind: 'receipt-approved',
    subject: decisionSubject(receipt),
    mark: receipt.receipt_no,
  }))
}

const friend = (): Addressee => ({
  customerId: world.me.customerId,
  userId: world.me.user.userId,
  role: 'friend',
  leavesAt: null,
  goneAt: null,
})

const check = async (expected: readonly Expected[], person = friend()) =>
  checkMessages({
    expected,
    people: [person],
    rows: await world.rows(),
    bot: world.emulator.export().world.bot,
  })

/** Sends every minute for an hour, so that every message is settled even if answers are lost. */
async function sendAll(fetch = world.emulator.lineFetch): Promise<void> {
  for (let minute = 0; minute < 60; minute++) {
    world.server.clock.advance(MINUTE_MS)
    await world.send(fetch)
  }
}

const loseAnswer = () =>
  world.emulator.control.addFault({
    host: 'api.line.me',
    path: '/v2/bot/message/push',
    times: 1,
    drop: 'after',
  })

const fine = { lost: 0, doubled: 0, forbidden: 0, unsettled: 0, problems: [] }

describe('finds nothing', () => {
  test('if each message is sent once, although an answer is lost and a process dies', async () => {
    await expectedOf(1)
    loseAnswer()
    await sendAll()
    await world.approve(1)
    world.server.clock.advance(MINUTE_MS)
    await world.die('after')
    await sendAll()
    expect(await check(await decided())).toMatchObject({
      ...fine,
      expected: 2,
      delivered: 2,
      chatMessages: 2,
    })
  })

  test('if several decisions are one message', async () => {
    await world.approve(3)
    await sendAll()
    expect(await check(await decided())).toMatchObject({
      ...fine,
      expected: 3,
      delivered: 3,
      chatMessages: 1,
    })
  })

  test('if the person had blocked the account, and the server knew it', async () => {
    const expected = await expectedOf(1)
    const { userId } = world.me.user
    const now = world.server.clock.now()
    await insert(world.server, 'line_reach', { line_user_id: userId, is_following: 0, changed_at: now })
    await sendAll()
    const person: Addressee = { ...friend(), role: 'blocks', leavesAt: now, goneAt: now }
    expect(await check(expected, person)).toMatchObject({ ...fine, dropped: 1, delivered: 0 })
  })
})

describe('finds', () => {
  test('a message without a retry key, whose answer is lost', async () => {
    const expected = await expectedOf(1)
    loseAnswer()
    await sendAll(request => {
      const headers = new Headers(request.headers)
      headers.delete('x-line-retry-key')
      return world.emulator.lineFetch(new Request(request, { headers }))
    })
    expect(await check(expected)).toMatchObject({ doubled: 1, chatMessages: 2 })
  })

  test('a new retry key for a message that LINE may have', async () => {
    const expected = await expectedOf(1)
    loseAnswer()
    world.server.clock.advance(MINUTE_MS)
    await world.send()
    await update(world.server, 'message', { retry_key: null, key_at: null, unsure: 0 })
    await sendAll()
    expect(await check(expected)).toMatchObject({ doubled: 1 })
  })

  test('a row that is recorded as sent before the request', async () => {
    const expected = await expectedOf(1)
    world.server.clock.advance(MINUTE_MS)
    await update(world.server, 'message', { state: 'sent', settled_at: world.server.clock.now() })
    await sendAll()
    expect(await check(expected)).toMatchObject({ lost: 1, delivered: 0 })
  })

  test('a row that is forgotten', async () => {
    const expected = await expectedOf(1)
    await world.server.db.deleteFrom('message').execute()
    await sendAll()
    expect(await check(expected)).toMatchObject({ lost: 1, delivered: 0 })
  })

  test('a row that is never settled', async () => {
    const expected = await expectedOf(1)
    world.server.clock.advance(MINUTE_MS)
    await world.die('after')
    expect(await check(expected)).toMatchObject({ unsettled: 1 })
  })

  test('a message that is dropped although the person can be reached', async () => {
    const expected = await expectedOf(1)
    await update(world.server, 'message', {
      state: 'dropped',
      reason: 'out of date',
      settled_at: world.server.clock.now(),
    })
    expect(await check(expected)).toMatchObject({ lost: 1 })
  })

  test('a message that was dropped before the person blocked the account', async () => {
    const expected = await expectedOf(1)
    const settled_at = world.server.clock.now()
    await update(world.server, 'message', { state: 'dropped', reason: 'a defect', settled_at })
    const person: Addressee = {
      ...friend(),
      role: 'blocks',
      leavesAt: settled_at + 1,
      goneAt: settled_at + 1,
    }
    expect(await check(expected, person)).toMatchObject({ lost: 1 })
  })

  test('a message to someone who had blocked the account', async () => {
    const expected = await expectedOf(1)
    const now = world.server.clock.now()
    await sendAll()
    const person: Addressee = { ...friend(), role: 'blocks', leavesAt: now, goneAt: now }
    expect(await check(expected, person)).toMatchObject({ forbidden: 1 })
  })

  test('a message that nothing explains', async () => {
    await expectedOf(1)
    await sendAll()
    expect(await check([])).toMatchObject({ doubled: 1 })
  })
})
