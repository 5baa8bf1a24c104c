import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { rejectReceipt, reopenReceipt } from '#server/campaign/receipts/review.ts'
import { newKey, sendReceipt } from '#tests/kit/activity.ts'
import { sendingServer } from '#tests/kit/sending.ts'
import { eachTest, update } from '#tests/kit/server.ts'

const OTHER_FRIEND = 'U7c1d2e3f40516273849506a7b8c9d0e1'

const world = eachTest(sendingServer)

const states = async () => (await world.rows()).map(row => row.state)
const statesOf = (count: number, state: string) => Array.from({ length: count }, () => state)
const later = (minutes = 1) => world.server.clock.advance(minutes * MINUTE_MS)
const fault = (change: object) =>
  world.emulator.control.addFault({ host: 'api.line.me', path: '/v2/bot/message/push', times: 1, ...change })

/** Returns the number of messages in LINE that name each receipt. */
const timesInLine = (numbers: readonly string[]) => {
  const texts = world.emulator.botMessages().map(({ messages }) => JSON.stringify(messages))
  return numbers.map(number => texts.filter(text => text.includes(number)).length)
}

describe('several decisions about receipts of one customer', () => {
  test('are one message that lists them, with a link to all receipts', async () => {
    const approved = await world.approve(2)
    const { body } = await sendReceipt(world.server, world.me, { receiptNo: 'DG-NO' })
    await rejectReceipt(
      world.server.db,
      body.id,
      { reason: 'BLURRY', note: 'ก'.repeat(300) },
      world.server.clock.now(),
    )
    later()
    expect([await world.send(), await world.send()]).toEqual([1, 0])
    expect(await states()).toEqual(statesOf(3, 'sent'))
    const [message = ''] = world.inLine()
    expect(world.inLine()).toHaveLength(1)
    expect(timesInLine([...approved, 'DG-NO'])).toEqual([1, 1, 1])
    expect(message).toContain('ตรวจใบเสร็จของคุณแล้ว 3 ใบ')
    expect(message).toContain('https://liff.line.me/2000000001-Campaign/receiptHistory')
    expect(message).toMatch(/ไม่ผ่าน: DG-NO .*ก…/)
  })

  test('are listed up to ten in a message, also with the longest numbers and reasons', async () => {
    await update(world.server, 'campaign', { max_receipts_per_day: 100 })
    const numbers: string[] = []
    for (let index = 0; index < 12; index++) {
      const receiptNo = `${index}X`.padEnd(30, '9')
      numbers.push(receiptNo)
      const { body, status } = await sendReceipt(world.server, world.me, { receiptNo })
      expect(status).toBe(200)
      const note = 'ยาว'.repeat(100)
      await rejectReceipt(world.server.db, body.id, { reason: 'BLURRY', note }, world.server.clock.now())
    }
    later()
    expect(await world.send()).toBe(2)
    expect([await states(), timesInLine(numbers)]).toEqual([statesOf(12, 'sent'), Array(12).fill(1)])
    expect(world.inLine()).toHaveLength(2)
  })

  test('of two customers are two messages', async () => {
    const other = await world.server.signIn({ userId: OTHER_FRIEND, displayName: 'ผู้ทดสอบ' })
    await world.approve(2)
    for (const receiptNo of ['OT-1001', 'OT-1002']) {
      const { body } = await sendReceipt(world.server, other, { receiptNo })
      await rejectReceipt(
        world.server.db,
        body.id,
        { reason: 'BLURRY', note: null },
        world.server.clock.now(),
      )
    }
    later()
    await world.send()
    const rows = await world.rows()
    for (const who of [world.me.customerId, other.customerId]) {
      const own = rows.filter(row => row.customer_id === who)
      expect(own.map(row => row.digest_lead).filter(lead => lead !== null)).toHaveLength(1)
    }
    expect(world.inLine().filter(message => /OT-1001/.test(message))).toEqual(
      world.inLine().filter(message => /OT-1002/.test(message)),
    )
  })

  test('leave out what the reviewer has undone, and what may still be undone', async () => {
    const numbers = await world.approve(3)
    later()
    const [young = ''] = await world.approve(1)
    const [first] = await world.rows()
    await reopenReceipt(
      world.server.db,
      { id: first?.subject.split(':')[0] ?? '', version: 2 },
      world.server.clock.now(),
    )
    await world.send()
    const undone = numbers.filter((_, index) => timesInLine(numbers)[index] === 0)
    expect([undone.length, timesInLine([young])]).toEqual([1, [0]])
    later()
    await world.send()
    expect([(await states()).toSorted(), timesInLine([young])]).toEqual([
      ['dropped', 'sent', 'sent', 'sent'],
      [1],
    ])
  })
})

describe('a digest is sent exactly once', () => {
  test('if the answer of LINE is lost, and another decision follows', async () => {
    const numbers = await world.approve(3)
    later()
    fault({ drop: 'after' })
    expect(await world.send()).toBe(0)
    const before = await world.rows()
    expect(before.filter(row => row.digest_lead !== null)).toHaveLength(2)
    const more = await world.approve(2)
    later()
    await world.send()
    later(5)
    await world.send()
    expect([await states(), timesInLine([...numbers, ...more])]).toEqual([
      statesOf(5, 'sent'),
      [1, 1, 1, 1, 1],
    ])
    const sent = await world.rows()
    for (const row of before)
      expect(sent.find(({ subject }) => subject === row.subject)).toMatchObject({
        digest_lead: row.digest_lead,
        retry_key: row.retry_key,
      })
  })

  test('if processes die before and after LINE has it, also if the receipts change', async () => {
    const numbers = await world.approve(4)
    later()
    for (const when of ['before', 'after', 'after'] as const) {
      await world.die(when)
      expect(await world.send()).toBe(0)
      const [row] = await world.rows()
      if (when === 'after')
        await world.server.db
          .updateTable('receipt')
          .set(eb => ({ version: eb('version', '+', 1) }))
          .where('id', '=', row?.subject.split(':')[0] ?? '')
          .execute()
      later(2)
    }
    expect([await world.send(), await states()]).toEqual([1, statesOf(4, 'sent')])
    expect([world.inLine().length, timesInLine(numbers)]).toEqual([1, [1, 1, 1, 1]])
  })

  test('if several processes send at the same time', async () => {
    const numbers = await world.approve(8)
    later()
    await Promise.all([world.send(), world.send(), world.send(), world.send()])
    await world.send()
    expect([await states(), timesInLine(numbers)]).toEqual([statesOf(8, 'sent'), Array(8).fill(1)])
  })

  test('if LINE asks to wait, the decisions that followed join it', async () => {
    const numbers = await world.approve(2)
    later()
    const wait = new Response('{}', { status: 429, headers: { 'retry-after': '30' } })
    expect(await world.send(async () => wait)).toBe(0)
    expect((await world.rows()).map(row => row.unsure)).toEqual([0, 0])
    const more = await world.approve(2)
    later()
    expect([await world.send(), world.inLine().length]).toEqual([1, 1])
    expect([await states(), timesInLine([...numbers, ...more])]).toEqual([statesOf(4, 'sent'), [1, 1, 1, 1]])
  })

  test('if its fate is unknown for a day, all its messages are given up', async () => {
    await world.approve(3)
    later()
    fault({ drop: 'after' })
    await world.send()
    world.server.clock.advance(DAY_MS)
    await world.send()
    expect([await states(), world.inLine().length]).toEqual([statesOf(3, 'dead'), 1])
  })

  test('if LINE refuses it, each decision is sent alone, and only those are given up that LINE refuses then', async () => {
    const numbers = await world.approve(4)
    later()
    const guilty = numbers[1] ?? ''
    const fetch = async (request: Request) =>
      (await request.clone().text()).includes(guilty)
        ? new Response('{"message":"Failed"}', { status: 400 })
        : world.emulator.lineFetch(request)
    while ((await world.send(fetch)) > 0);
    const [next = ''] = await world.approve(1)
    later()
    await world.send()
    expect((await states()).toSorted()).toEqual(['dead', ...statesOf(4, 'sent')])
    expect([timesInLine([...numbers, next]), world.inLine().length]).toEqual([[1, 0, 1, 1, 1], 4])
    const keys = (await world.rows()).map(row => row.retry_key)
    expect(new Set(keys).size).toBe(5)
  })

  test('if the customer leaves after a lost answer, nothing remains of it', async () => {
    await world.approve(3)
    later()
    fault({ drop: 'after' })
    await world.send()
    const { token } = world.me
    await world.server.call('cancel', { token, key: newKey(), body: { confirm: true } })
    later(5)
    expect([await world.send(), await world.rows()]).toEqual([0, []])
  })
})
