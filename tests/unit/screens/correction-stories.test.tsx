import { afterEach, beforeEach, expect, test } from 'vitest'

import { done, typedReceipt, visited } from '#tests/kit/models.ts'
import { type OfflineWorld, offlineWorld } from '#tests/kit/offline-world.ts'

/** Corrections and withdrawals of receipts whose earlier writes have ended in an unusual way. */
let world: OfflineWorld
beforeEach(async () => {
  world = await offlineWorld()
})
afterEach(() => world.server.close())

const stored = async () => {
  const rows = await world.server.db
    .selectFrom('receipt')
    .select(['receipt_no', 'amount_satang', 'status'])
    .execute()
  return rows.map(row => `${row.receipt_no} ${row.amount_satang / 100} ${row.status}`)
}

test('withdrawing a receipt that the server has with other contents withdraws the server’s receipt', async () => {
  const models = await visited(world)
  const { receipts, outbox } = models
  const given = typedReceipt(models, 'CS-0001')
  await done(world, receipts.send(given, null), 1000)
  const again = await done(world, receipts.send({ ...given, amount: '380' }, null), 60_000)
  expect(again).toMatchObject({ state: 'refused', failure: { code: 'RECEIPT_EXISTS' } })
  expect(await done(world, receipts.withdraw(given.id), 10_000)).toMatchObject({ state: 'received' })
  expect(await stored()).toEqual(['CS-0001 1250.5 void'])
  expect(outbox.jobs.value).toEqual([])
})
