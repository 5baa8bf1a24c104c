import { expect, test } from 'vitest'
import { keptWorld } from '#tests/kit/kept-world.ts'
import { historyOf, type Models, openModels } from '#tests/kit/models.ts'
import { update } from '#tests/kit/rows.ts'
import { eachTest } from '#tests/kit/server.ts'

// A customer withdraws a receipt, and then the server is restored from a backup from before the withdrawal.

const world = eachTest(keptWorld)

async function withdrawn(epoch: string | null): Promise<Models> {
  const models = await world.visit()
  if (epoch === null) await update(world.server, 'campaign', { epoch })
  const { subject } = await world.send(models, 'A-1')
  void models.receipts.withdraw(subject)
  await world.clock.advance(10_000)
  expect(historyOf(models)).toEqual(['A-1000 void'])
  return models
}

/** Undoes the withdrawal in the server's database, as restoring a backup would. */
const restore = () => update(world.server, 'receipt', { status: 'pending', version: 1 })

test('after the restore, an open page and the next visit show the receipt as the server has it', async () => {
  const models = await withdrawn('1')
  await restore()
  await world.setEpoch('2')
  void models.receipts.load()
  await world.clock.advance(1000)
  expect(historyOf(models)).toEqual(['A-1000 pending'])
  expect(historyOf(await world.visit())).toEqual(['A-1000 pending'])
})

test('without a restore, an older list does not undo the withdrawal', async () => {
  await withdrawn('1')
  await restore()
  expect(historyOf(await world.visit())).toEqual(['A-1000 void'])
})

test('without a network, and with a server that knows no epochs, the withdrawal counts', async () => {
  await withdrawn(null)
  await restore()
  expect(historyOf(await world.visit())).toEqual(['A-1000 void'])
  world.breakBy(() => 'drop-request')
  const models = openModels(world.phone)
  void models.receipts.load()
  await world.clock.advance(20_000)
  expect(historyOf(models)).toEqual(['A-1000 void'])
})
