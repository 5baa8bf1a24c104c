import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import { exportTables } from '#server/exports/tables.ts'
import { purgePersonalData } from '#server/identity/purge.ts'
import { readCustomer } from '#server/identity/view.ts'
import { reviewCard } from '#server/review/card.ts'
import { undoDecision } from '#server/review/decide.ts'
import { openDisagreements } from '#server/review/disagreements.ts'
import { errorRates } from '#server/review/error-rate.ts'
import { SECOND_LOOK_AFTER_MS } from '#server/review/second-look.ts'
import type { Decision } from '#server/review/types.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { approved, rejected, reviewers } from '#tests/kit/reviewers.ts'
import { sendingServer } from '#tests/kit/sending.ts'
import { columnsOf, eachTest, rowOf, testServer, update } from '#tests/kit/server.ts'

// Covers the consequences of a reviewer's correction: second looks, messages and copies of the data.

const correcting = (
  corrected: NonNullable<Extract<Decision, { kind: 'approved' }>['corrected']>,
): Decision => ({
  kind: 'approved',
  corrected,
})

describe('a second look', () => {
  const server = eachTest(testServer)
  const customer = eachTest(() => server.signIn())
  const { at, next, work } = reviewers(server)

  /**
   * Lets the first reviewer decide on a receipt of 125 baht, and advances the clock until a second look is due. Returns
   * the receipt's id.
   */
  async function afterFirst(decision: Decision): Promise<string> {
    await setCampaign(server, { second_look_percent: 100 })
    const { id } = (await sendReceipt(server, customer, { amount: 125, receiptNo: 'BD-1-1' })).body
    await work('first', decision)
    server.clock.advance(SECOND_LOOK_AFTER_MS)
    return id
  }

  test('shows what the customer sent, so that it does not reveal the correction', async () => {
    const id = await afterFirst(correcting({ amount: 1250, receiptNo: 'BD-1-2', storeId: 2 }))
    const claim = await next('second')
    const card = await reviewCard(server.db, id, claim?.look)
    expect(card?.receipt).toMatchObject({
      status: 'pending',
      amount: 125,
      receiptNo: 'BD-1-1',
      storeId: 1,
      correctedFrom: null,
    })
    expect([card?.rights, card?.sides.length]).toEqual([1, 1])
    expect(card?.sides[0]).toMatchObject({
      storeId: 1,
      receiptNo: 'BD-1-1',
      amountSatang: 12_500,
      status: 'pending',
      storeName: card?.receipt.storeName,
    })
    expect(JSON.stringify(card)).not.toContain('BD-1-2')
  })

  test.each([
    ['agrees if both correct the same', { amount: 1250 }, { amount: 1250 }, 'agreed'],
    [
      'agrees if the number is only written differently',
      { receiptNo: 'BD-1-2' },
      { receiptNo: 'bd 12' },
      'agreed',
    ],
    ['disagrees about another amount', { amount: 1250 }, { amount: 1205 }, 'disagreed'],
    ['disagrees if the second one corrects nothing', { amount: 1250 }, null, 'disagreed'],
    ['disagrees if the first one corrected nothing', null, { storeId: 2 }, 'disagreed'],
  ])('%s', async (_, first, second, outcome) => {
    const of = (fields: object | null) => (fields ? correcting(fields) : approved)
    const id = await afterFirst(of(first))
    const before = await rowOf(server, 'receipt', { id })
    await work('second', of(second))
    expect(await rowOf(server, 'receipt', { id })).toEqual(before)
    expect(await columnsOf(server, 'review_decision', ['outcome'])).toEqual([{ outcome }])
    const isWrong = outcome === 'disagreed' ? 1 : 0
    expect((await errorRates(server.db))[0]).toMatchObject({ checked: 1, errors: isWrong })
    const open = await openDisagreements(server.db, 10)
    expect(open.length).toBe(isWrong)
  })

  test('that rejects is a disagreement, with what the first reviewer corrected', async () => {
    await afterFirst(correcting({ amount: 1250 }))
    await work('second', rejected)
    expect(await openDisagreements(server.db, 10)).toMatchObject([
      {
        decision: 'approved',
        corrected: { amount_satang: 125_000 },
        secondDecision: 'rejected',
        secondCorrected: {},
      },
    ])
  })

  test('can be undone, with its corrections, and is repeated with the same result', async () => {
    await afterFirst(correcting({ amount: 1250 }))
    const made = await work('second', correcting({ amount: 900 }))
    expect(made.look).toBe('second')
    await undoDecision(server.db, { ...at('second'), ...made })
    expect(await columnsOf(server, 'review_decision', ['second_corrected', 'outcome'])).toEqual([
      { second_corrected: null, outcome: null },
    ])
    await work('second', correcting({ amount: 1250 }))
    expect(await columnsOf(server, 'review_decision', ['outcome'])).toEqual([{ outcome: 'agreed' }])
  })

  test('is certain for a high amount, before or after the correction', async () => {
    await setCampaign(server, { second_look_percent: 0, second_look_baht: 1000 })
    for (const [sent, right] of [
      [125, 1250],
      [1250, 125],
      [125, 150],
    ] as const) {
      await sendReceipt(server, customer, { amount: sent })
      await work('first', correcting({ amount: right }), server.deps.random)
    }
    const rows = await server.db
      .selectFrom('review_decision')
      .innerJoin('receipt', 'receipt.id', 'receipt_id')
      .select(['sampled_by', 'amount_satang'])
      .execute()
    expect(rows.map(row => [row.amount_satang, row.sampled_by]).toSorted()).toEqual([
      [12_500, 'amount'],
      [125_000, 'amount'],
      [15_000, null],
    ])
  })
})

describe('the customer', () => {
  const world = eachTest(sendingServer)

  /**
   * Lets a reviewer decide on the customer's receipts, and sends the message, which is due a minute later. Returns the
   * messages in LINE.
   */
  async function corrected(decision: Decision, count = 1) {
    const { server, me } = world
    const { work } = reviewers(server)
    await world.at('12:00')
    const purchasedAt = isoOf(server.clock.now() - HOUR_MS)
    for (let sent = 0; sent < count; sent++) {
      await sendReceipt(server, me, { amount: 125, receiptNo: `BD-${sent}-1`, purchasedAt })
      await work('first', decision)
    }
    server.clock.advance(MINUTE_MS)
    await world.send()
    await world.send()
    return world.inLine()
  }

  test('gets one message with both values of each field, in Thai', async () => {
    const messages = await corrected(correcting({ amount: 1250, receiptNo: 'BD-9-9' }))
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain('ใบเสร็จเลขที่ BD-9-9 ผ่านการตรวจแล้ว ได้รับ 12 สิทธิ์')
    expect(messages[0]).toContain('เราแก้ไขข้อมูลให้ตรงกับใบเสร็จในรูป')
    expect(messages[0]).toContain('ยอดซื้อ: จาก 125.00 เป็น 1,250.00 บาท')
    expect(messages[0]).toContain('เลขที่ใบเสร็จ: จาก BD-0-1 เป็น BD-9-9')
  })

  test('gets it in English, with the store and the time, if that is the language of the app', async () => {
    const { server, me } = world
    await server.db.updateTable('customer').set({ language: 'en' }).where('id', '=', me.customerId).execute()
    for (const id of [1, 2]) await update(server, 'store', { name_en: `Store ${id}` }, { id })
    await world.at('12:00')
    const purchasedAt = isoOf(server.clock.now() - 2 * HOUR_MS)
    const [message = ''] = await corrected(correcting({ storeId: 2, purchasedAt }))
    expect(message).toContain('We corrected these details to match the receipt in your photo:')
    expect(message).toMatch(/Store: from Store 1 to Store 2/)
    expect(message).toMatch(/Time of purchase: from .+ \(Bangkok time\) to .+ \(Bangkok time\)/)
  })

  test('reads the corrections in a message about several decisions', async () => {
    const messages = (await corrected(correcting({ amount: 1250 }), 3)).join()
    const line = 'ได้รับ 12 สิทธิ์ (เราแก้ไข ยอดซื้อ: จาก 125.00 เป็น 1,250.00 บาท)'
    for (const number of ['BD-0-1', 'BD-1-1', 'BD-2-1']) expect(messages).toContain(`ผ่าน: ${number} ${line}`)
  })

  test('gets no word about a correction that there was not', async () => {
    expect((await corrected(approved)).join()).not.toContain('แก้ไข')
  })
})

describe('both values', () => {
  const server = eachTest(testServer)
  const customer = eachTest(() => server.signIn())
  const run = organiser(server)
  const correctOne = async () => {
    const { id } = (await sendReceipt(server, customer, { amount: 125, receiptNo: 'BD-1-1' })).body
    await reviewers(server).work('first', correcting({ amount: 1250, receiptNo: 'BD-1-2', storeId: 2 }))
    return id
  }

  test('are in the copy of the customer’s data', async () => {
    await correctOne()
    const path = join(await testFolder(), 'copy.zip')
    expect(await run('customer', 'export', customer.customerId, path)).toMatchObject({ code: 0, err: '' })
    const files = unzipSync(await readFile(path))
    const data = JSON.parse(Buffer.from(files['customer.json'] ?? []).toString())
    const { name_th } = await rowOf(server, 'store', { id: 1 })
    expect(data.receipt[0]).toMatchObject({
      amount: 1250,
      receiptNo: 'BD-1-2',
      correctedFrom: { amount: 125, receiptNo: 'BD-1-1', storeId: 1 },
      storeBeforeCorrection: name_th,
    })
    expect(data.reviewDecision[0]).toMatchObject({ corrected: { amount: 1250, receiptNo: 'BD-1-2' } })
    const page = Buffer.from(files['customer.html'] ?? []).toString()
    expect(page).toContain('As you sent it, before the reviewer’s correction')
    expect(page).not.toContain('{"')
  })

  test('are in the organiser’s list, and in the command line’s page of the receipt', async () => {
    const id = await correctOne()
    const { name_th } = await rowOf(server, 'store', { id: 1 })
    for await (const row of exportTables.receipts.rows(server.db, 'th', Number.MAX_SAFE_INTEGER))
      expect(row.slice(-4)).toEqual([name_th, 'BD-1-1', { baht: 125 }, null])
    const { out } = await run('receipts', 'show', id)
    expect(out).toContain(`store ${name_th}, number BD-1-1, amount 125.00`)
  })

  test('disappear with the customer’s other data, except those that count', async () => {
    const id = await correctOne()
    await purgePersonalData(server.db, [customer.customerId], server.clock.now() + DAY_MS)
    expect(await rowOf(server, 'receipt', { id })).toMatchObject({
      amount_satang: 125_000,
      corrected_from: null,
    })
    expect(await columnsOf(server, 'review_decision', ['corrected'])).toEqual([])
    expect(await columnsOf(server, 'audit_text', ['texts'])).toEqual([])
    expect(await readCustomer(server.db, customer.customerId)).toMatchObject({ status: 'cancelled' })
  })
})
