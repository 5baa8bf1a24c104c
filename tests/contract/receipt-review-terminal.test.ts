import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { verbs } from '#server/cli/verbs.ts'
import { countOf } from '#server/store/count.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { organiser, runWith } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { eachTest, rowOf, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const who = eachTest(() => server.signIn())

async function waiting(change: Parameters<typeof sendReceipt>[2] = {}): Promise<string> {
  server.clock.advance(1000)
  return (await sendReceipt(server, who, change)).body.id
}
const review = (answers: string[], ...options: string[]) =>
  organiser(server, answers)('receipts', 'review', ...options)
const shown = async (id: string) => (await who.call('getReceipt', { params: { id } })).body

test('shows the riskiest receipt first and then the oldest, handles each key, and records each decision in the audit log', async () => {
  const later = [await waiting(), await waiting(), await waiting()]
  const risky = await waiting({ amount: 300 })
  await update(server, 'receipt', { risk: 500 }, { id: risky })
  const ids = [risky, ...later]
  const { code, out } = await review(['a', 'r', '1', 'มองไม่เห็นวันที่', 's', 'q'])
  expect([code, out.split('\n').at(-1)]).toEqual([0, '1 approved, 1 rejected, 1 skipped.'])
  const receipts = await Promise.all(ids.map(shown))
  expect(receipts.map(one => one.status)).toEqual(['approved', 'rejected', 'pending', 'pending'])
  expect(receipts[1]?.rejectText).toBe('ภาพไม่ชัด กรุณาถ่ายใหม่: มองไม่เห็นวันที่')
  const audit = await server.db.selectFrom('audit').select('action').orderBy('seq').execute()
  expect(audit.map(row => row.action)).toEqual([
    'receipts assign',
    'receipts approve',
    'receipts assign',
    'receipts reject',
    'receipts assign',
    'receipts skip',
    'receipts assign',
    'receipts review',
  ])
})

test('asks for another key after a wrong one, skips without a valid reason, and stops at the end of input', async () => {
  const ids = [await waiting(), await waiting()]
  const { out } = await review(['x', '', 'r', 'z'])
  expect(out).toContain('0 approved, 0 rejected, 1 skipped.')
  expect((await Promise.all(ids.map(shown))).map(one => one.status)).toEqual(['pending', 'pending'])
})

test('shows similar receipts side by side, with names instead of ids', async () => {
  const other = await server.signIn()
  await update(server, 'customer', { last_name: 'อื่น' }, { id: other.customerId })
  const taken = (await sendReceipt(server, other, { receiptNo: 'A-1/7777', storeId: 2, amount: 999 })).body
  await sendReceipt(server, other, { receiptNo: 'NEAR-1', amount: 400 })
  const mine = await waiting({ receiptNo: 'a17777', amount: 400 })
  const { out } = await review(['s', 's', 's'])
  const [, shown = ''] = out.split(/^3 of 3 /m)
  const [, sameNumber = '', near = ''] = shown.split('  ! ')
  const lineOf = (text: string, label: string) =>
    text
      .split('\n')
      .find(line => line.startsWith(`    ${label} `))
      ?.trim()
      .split(/ {2,}/)
  expect(sameNumber.split('\n')[0]).toBe('same number at another branch')
  expect(near.split('\n')[0]).toBe('same store and amount within a day')
  expect(lineOf(sameNumber, 'customer')).toEqual(['customer', 'สมชาย ใจดี', 'สมชาย อื่น'])
  expect(lineOf(sameNumber, 'number')).toEqual(['number', 'a17777', 'A-1/7777'])
  expect(lineOf(sameNumber, 'baht')).toEqual(['baht', '400.00', '999.00'])
  expect(lineOf(sameNumber, 'store')?.at(-1)).toBe(taken.storeName)
  expect(lineOf(near, 'baht')).toEqual(['baht', '400.00', '=', '400.00'])
  expect(lineOf(near, 'status')).toEqual(['status', 'pending', '=', 'pending'])
  expect(sameNumber).toContain(`${taken.id}.jpg`)
  expect(out).not.toContain(other.customerId)
  const single = (await organiser(server)('receipts', 'show', mine)).out
  expect(single).toMatch(/^customer +สมชาย ใจดี +สมชาย อื่น$/m)
})

test('shows the position in the queue', async () => {
  for (let count = 0; count < 3; count += 1) await waiting()
  const { out } = await review(['a', 's', 'q'])
  expect(out.match(/^\d+ of \d+/gm)).toEqual(['1 of 3', '2 of 3', '3 of 3'])
})

test('records when each decision was made, not when the review began', async () => {
  const ids = [await waiting(), await waiting()]
  const start = server.clock.now()
  const key = async () => {
    server.clock.advance(60_000)
    return 'a'
  }
  const ended = [...ids]
  await organiser(server, [], { terminal: { key: async () => (ended.pop() ? key() : null) } })(
    'receipts',
    'review',
  )
  const minutes = async (table: 'receipt' | 'audit', column: 'reviewed_at' | 'at') => {
    const rows = await server.db.selectFrom(table).select(column).orderBy(column).execute()
    return rows.map(row => (Number(Object.values(row)[0]) - start) / 60_000)
  }
  expect(await minutes('receipt', 'reviewed_at')).toEqual([1, 2])
  expect(await minutes('audit', 'at')).toEqual([0, 1, 1, 2, 2])
})

describe('undo', () => {
  const validTickets = () => countOf(server.db.selectFrom('ticket'))
  const last = (text: string) => text.split('\n').at(-1)

  test('takes back an approval with its tickets, and another decision follows', async () => {
    const ids = [await waiting({ amount: 300 }), await waiting()]
    const { out } = await review(['a', 'u', 'r', '1', '', 'q'])
    expect(last(out)).toBe('0 approved, 1 rejected, 0 skipped.')
    expect(out.match(/^\d+ of \d+/gm)).toEqual(['1 of 2', '2 of 2', '1 of 2', '2 of 2'])
    expect((await Promise.all(ids.map(shown))).map(one => one.status)).toEqual(['rejected', 'pending'])
    expect(await validTickets()).toBe(0)
    const audit = await server.db.selectFrom('audit').select(['action', 'detail']).orderBy('seq').execute()
    expect(audit.map(row => row.action)).toEqual([
      'receipts assign',
      'receipts approve',
      'receipts assign',
      'receipts undo',
      'receipts reject',
      'receipts review',
    ])
    expect(audit[3]?.detail).toContain('approved')
  })

  test('an approval after an undo creates the tickets once', async () => {
    await waiting({ amount: 300 })
    expect(last((await review(['a', 'u', 'a', 'q'])).out)).toBe('1 approved, 0 rejected, 0 skipped.')
    expect(await validTickets()).toBe(3)
  })

  test('takes back a rejection after the last receipt, and the number is claimed again', async () => {
    const id = await waiting({ receiptNo: 'UNDO-1' })
    const { out } = await review(['r', '1', 'blurred', 'u', 'q'])
    expect(out).toContain('No receipt for you now.')
    expect(await shown(id)).toMatchObject({ status: 'pending', rejectText: null, reviewedAt: null })
    const other = await server.signIn()
    expect((await sendReceipt(server, other, { receiptNo: 'UNDO-1' })).body.disputed).toBe(true)
  })

  test('goes back to a skipped receipt without changing it, and says that there is nothing before it', async () => {
    const id = await waiting()
    const { out } = await review(['u', 's', 'u', 'a', 'q'])
    expect(out).toContain('nothing to undo')
    expect(last(out)).toBe('1 approved, 0 rejected, 0 skipped.')
    expect((await shown(id)).version).toBe(2)
  })

  /** Reviews one receipt with the keys in `decision`, runs `change`, presses `u`, and then the keys in `then`. */
  async function undoAfter(
    decision: readonly string[],
    change: () => Promise<unknown>,
    then: readonly string[] = ['q'],
  ) {
    await waiting({ receiptNo: 'UNDO-2', amount: 300 })
    const answers = [...decision, 'u', ...then]
    let pressed = 0
    const key = async () => {
      const answer = answers[pressed]
      pressed += 1
      if (answer === 'u') await change()
      return answer ?? null
    }
    return organiser(server, [], { terminal: { key, line: key } })('receipts', 'review')
  }

  test('is refused once the list of the draw is sealed', async () => {
    const { out } = await undoAfter(['a'], () => update(server, 'draw', { sealed_at: 1 }))
    expect(out).toContain('not saved: the tickets are in the sealed list of the draw')
    expect(last(out)).toBe('1 approved, 0 rejected, 0 skipped.')
    expect(await validTickets()).toBe(3)
  })

  test('is refused if the customer has corrected the receipt since', async () => {
    const { out } = await undoAfter(['r', '1', ''], async () => {
      const { id, storeId, receiptNo, purchasedAt, images } = await shown(await onlyReceipt())
      const body = { storeId, receiptNo, purchasedAt, images, amount: 100 }
      await who.call('updateReceipt', { params: { id }, body })
    })
    expect(out).toContain('not saved: the receipt was changed by someone else')
    expect(await shown(await onlyReceipt())).toMatchObject({ status: 'pending', resubmitsLeft: 2 })
  })

  test('leaves a disputed number if another customer has sent it since, which the terminal does not approve', async () => {
    const other = await server.signIn()
    const send = () => sendReceipt(server, other, { receiptNo: 'UNDO-2' })
    const { out } = await undoAfter(['r', '1', ''], send, ['a', 'q'])
    expect(out).toContain('UNDO-2   300.00 baht   3 tickets')
    expect(out).toContain('not saved: another receipt has the same number; reject that one first')
    expect(await shown(await onlyReceipt())).toMatchObject({ status: 'pending', disputed: true })
  })
})

const onlyReceipt = async (): Promise<string> =>
  (await rowOf(server, 'receipt', { customer_id: who.customerId })).id

test('writes photos to --photos, or to a temporary folder that is deleted afterwards', async () => {
  const id = await waiting()
  const folder = await testFolder()
  await review(['q'], '--photos', folder)
  expect(await readdir(folder)).toEqual([`${id}.jpg`])
  const { out } = await review(['q'])
  const file = /photo (\S+)/.exec(out)?.[1] ?? ''
  expect([file.endsWith(`${id}.jpg`), existsSync(file)]).toEqual([true, false])
})

test('does not decide a receipt that the customer changed during the review', async () => {
  const id = await waiting()
  const run = organiser(server, ['q'])
  const verb = verbs.find(one => one.name === 'receipts review')
  expect(verb?.mode).toBe('without-transaction')
  await run('receipts', 'review')
  const answers = organiser(server)
  const out: string[] = []
  const deps = {
    open: async () => ({ ...server.deps, close: async () => {} }),
    now: server.clock.now,
    location: () => ({ databaseFile: '', objects: server.objects }),
    terminal: {
      show: (line: string) => void out.push(line),
      paint: (text: string) => text,
      secret: async () => null,
      line: async () => null,
      async key() {
        // Ends the input once the changed receipt is shown again.
        if (out.some(line => line.includes('not saved'))) return null
        const body = { ...(await shown(id)) }
        const { storeId, receiptNo, purchasedAt, images } = body
        const changed = { storeId, receiptNo, purchasedAt, images, amount: 100 }
        await who.call('updateReceipt', { params: { id }, body: changed })
        return 'a'
      },
    },
    err: (line: string) => void out.push(line),
  }
  await runWith(['receipts', 'review'], deps, out)
  expect(out.join('\n')).toContain('the receipt was changed by someone else')
  expect((await shown(id)).status).toBe('pending')
  expect((await answers('receipts', 'list')).out).toContain(id)
})

test('receipts void revokes an approval and its tickets', async () => {
  const run = organiser(server)
  const id = await waiting({ amount: 500 })
  expect((await run('receipts', 'void', id)).err).toContain('status does not allow this')
  await run('receipts', 'approve', id)
  expect((await run('receipts', 'void', id, '--dry-run')).out).toContain('5 tickets')
  expect((await shown(id)).status).toBe('approved')
  await run('receipts', 'void', id)
  expect((await shown(id)).status).toBe('void')
  expect(await countOf(server.db.selectFrom('ticket').where('state', '=', 'valid'))).toBe(0)
})
