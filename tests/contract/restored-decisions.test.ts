import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withdrawReceipt } from '#server/campaign/receipts/change.ts'
import { approveReceipt, rejectReceipt, voidReceipt } from '#server/campaign/receipts/review.ts'
import { takeOverDecisions } from '#server/cli/take-over-decisions.ts'
import { blockOf } from '#server/identity/block.ts'
import { latestConsents, setMarketing } from '#server/identity/consents.ts'
import { customersWanting, setPreferences } from '#server/messages/preferences.ts'
import { systemRandom } from '#server/random.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { runInOrder } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { historyVisit } from '#tests/kit/models.ts'
import { NOON } from '#tests/kit/noon.ts'
import { type OfflineWorld, offlineWorld } from '#tests/kit/offline-world.ts'
import { createDatabase, databaseUrl, dropDatabase } from '#tests/kit/postgres.ts'
import { campaignIn, newCampaign } from '#tests/kit/restorable.ts'
import { insert } from '#tests/kit/rows.ts'
import { testDialect } from '#tests/kit/seeded.ts'

const refusedReceipt = (customerId: string) => ({
  id: '01938000-0000-7000-8000-000000000002',
  customer_id: customerId,
  store_id: 1,
  receipt_no: 'A-1',
  amount_satang: 10_000,
  purchased_at: NOON,
  status: 'rejected' as const,
  resubmits: 0,
  version: 2,
  sent_day: '2026-11-20',
  created_at: NOON,
  updated_at: NOON,
})

describe.runIf(testDialect === 'sqlite')('a campaign in SQLite', () => {
  let world: OfflineWorld
  beforeEach(async () => {
    world = await offlineWorld()
  })
  afterEach(() => world.server.close())

  test('what was refused, removed or erased after the backup stays so, and is not offered', async () => {
    const { phone, clock, a, b } = world
    const folder = await testFolder()
    const campaign = await campaignIn(world, folder)
    let server = await campaign.start()
    world.serveBy(request => server.fetch(request))
    phone.signIn(a)
    const { queue, page } = await historyVisit(world)
    const backup = join(folder, 'backup.tar')
    await runInOrder(campaign.run, [['backup', backup]])
    const sent = ['A-1', 'A-2', 'A-3', 'A-4'].map(number => world.receipt(number))
    for (const receipt of sent) {
      void queue.outbox.enqueue(receipt)
      await clock.advance(10_000)
    }
    page.close()
    const [rejected, voided, withdrawn, pending] = sent.map(({ subject }) => subject)
    if (!rejected || !voided || !withdrawn || !pending) throw new Error('four were sent')
    const { db, random } = server.deps
    await rejectReceipt(db, rejected, { reason: 'BLURRY', note: null }, clock.now())
    await approveReceipt(db, voided, clock.now(), random, { receipt_no: 'A-22' })
    await voidReceipt(db, voided, null, clock.now())
    await withdrawReceipt(db, a.customerId, withdrawn, clock.now())
    await runInOrder(campaign.run, [['customer', 'erase', b.customerId]])
    await server.close()
    const restored = await campaign.run('restore', backup, '--force')
    expect([restored.code, restored.err]).toEqual([0, ''])
    expect(restored.out).toContain('refused or removed since the backup and taken over: 3.')
    expect(restored.out).toContain('left since the backup and were erased again: 1.')
    server = await campaign.start()

    const { outbox, receipts } = await historyVisit(world)
    expect(outbox.jobs.value.map(({ lost, subject }) => [lost, subject])).toEqual([[true, pending]])
    expect(receipts.find(rejected)?.receipt).toMatchObject({ status: 'rejected', rejectReason: 'BLURRY' })
    expect(receipts.find(voided)?.receipt).toMatchObject({
      receiptNo: 'A-22',
      correctedFrom: { receiptNo: 'A-2000' },
    })
    const erased = server.deps.db.selectFrom('customer').select('status').where('id', '=', b.customerId)
    expect(await erased.executeTakeFirst()).toEqual({ status: 'cancelled' })
    await server.close()
  })

  test('a customer who was blocked or wanted fewer messages since the backup still is or does', async () => {
    const { a, b, clock } = world
    const folder = await testFolder()
    const campaign = await campaignIn(world, folder)
    const backup = join(folder, 'backup.tar')
    let server = await campaign.start()
    const at = () => ({ now: clock.now(), random: server.deps.random })
    await setMarketing(server.deps.db, a.customerId, true, at())
    await setPreferences(server.deps.db, b.customerId, { receipts: false }, clock.now())
    await runInOrder(campaign.run, [['backup', backup]])
    await clock.advance(1000)
    await setMarketing(server.deps.db, a.customerId, false, at())
    await setPreferences(server.deps.db, a.customerId, { draw: false }, clock.now())
    await setPreferences(server.deps.db, b.customerId, { receipts: true }, clock.now())
    await runInOrder(campaign.run, [['customer', 'block', b.customerId, '--reason', 'fraud']])
    await server.close()
    const { code, out } = await campaign.run('restore', backup, '--force')
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('blocked since the backup and blocked again: 1.'),
    ])
    expect(out).toContain('Choices about LINE messages since the backup and taken over: 3.')

    server = await campaign.start()
    const { db } = server.deps
    expect(await latestConsents(db, a.customerId)).toMatchObject({ marketing: { granted: false } })
    expect([...(await customersWanting(db, [a.customerId, b.customerId], 'draw'))]).toEqual([b.customerId])
    expect(await customersWanting(db, [b.customerId], 'receipts')).toEqual(new Set([b.customerId]))
    expect(await blockOf(db, b.customerId)).toBeDefined()
    const sessions = db.selectFrom('session').select('id').where('customer_id', '=', b.customerId)
    expect(await sessions.where('revoked_at', 'is', null).execute()).toEqual([])
    await server.close()
  })

  test('a restore succeeds without an old database that can be read, and says what to do again', async () => {
    const folder = await testFolder()
    const campaign = await campaignIn(world, folder)
    const backup = join(folder, 'backup.tar')
    await runInOrder(campaign.run, [['backup', backup]])
    const file = await open(join(folder, 'campaign.sqlite'), 'r+')
    // The file still opens as a database, but its tables are damaged.
    const { size } = await file.stat()
    await file.write(Buffer.alloc(size - 4096, 1), 0, size - 4096, 4096)
    await file.close()
    const restored = await campaign.run('restore', backup, '--force')
    expect([restored.code, restored.err]).toEqual([0, ''])
    expect(restored.out).toContain('There is no readable old database')
    const server = await campaign.start()
    await server.close()
    await rm(join(folder, 'campaign.sqlite'))
    expect((await campaign.run('restore', backup)).out).toContain('There is no readable old database')
  })

  test('after a restore by other means, the command takes over what another file says', async () => {
    const folder = await testFolder()
    const campaign = await campaignIn(world, folder)
    const old = join(folder, 'old.sqlite')
    await sql`vacuum into ${old}`.execute(world.server.db)
    const db = openSqlite(old)
    await insert({ db }, 'receipt', refusedReceipt(world.a.customerId))
    await db.destroy()
    const { code, out } = await campaign.run('db', 'restored', '--replaced', old)
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('refused or removed since the backup and taken over: 1.'),
    ])
    for (const name of [join(folder, 'missing'), join(folder, 'missing', 'file'), import.meta.filename]) {
      const failed = await campaign.run('db', 'restored', '--replaced', name)
      expect([failed.code, failed.err]).toEqual([1, expect.stringContaining(name)])
    }
  })
})

describe.runIf(testDialect === 'postgres')('a campaign in PostgreSQL', () => {
  test('decisions are taken over from the database that a restored one replaces', async () => {
    const old = await newCampaign()
    const restored = await createDatabase(old)
    const from = openPostgres(databaseUrl(old), { max: 1 })
    const to = openPostgres(databaseUrl(restored), { max: 1 })
    const customer = {
      id: '01938000-0000-7000-8000-000000000001',
      status: 'registered' as const,
      created_at: NOON,
      updated_at: NOON,
    }
    const receipt = refusedReceipt(customer.id)
    for (const db of [from, to]) await insert({ db }, 'customer', customer)
    await from.insertInto('receipt').values(receipt).execute()
    const at = { now: NOON, random: systemRandom() }
    const nothing = { receipts: 0, erased: 0, notErased: [], blocked: 0, choices: 0 }
    expect(await takeOverDecisions(from, to, at)).toEqual({ ...nothing, receipts: 1 })
    expect(await takeOverDecisions(from, to, at)).toEqual(nothing)
    expect(await to.selectFrom('receipt').select(['id', 'status']).execute()).toEqual([
      { id: receipt.id, status: 'rejected' },
    ])
    await Promise.all([from.destroy(), to.destroy()])
    await dropDatabase(restored)
    await dropDatabase(old)
  })
})
