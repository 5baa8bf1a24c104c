import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemRandom } from '#server/random.ts'
import type { openServer } from '#server/start.ts'
import { ensureEpoch } from '#server/store/epoch.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { runInOrder } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { historyVisit } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { createDatabase, databaseUrl, dropDatabase } from '#tests/kit/postgres.ts'
import { campaignIn, newCampaign, restorable } from '#tests/kit/restorable.ts'
import { rowOf } from '#tests/kit/rows.ts'
import { testDialect } from '#tests/kit/seeded.ts'

test('receipts that came after the restored backup are offered by their phone, and arrive once, with their photos', async () => {
  const world = await offlineWorld()
  onTestFinished(() => world.server.close())
  const { phone, clock, a } = world
  const receiptNos = async ({ deps }: Awaited<ReturnType<typeof openServer>>) =>
    (await deps.db.selectFrom('receipt').select('receipt_no').orderBy('receipt_no').execute()).map(
      row => row.receipt_no,
    )
  const campaign = await restorable(world, await testFolder())
  let server = await campaign.start()
  world.serveBy(request => server.fetch(request))
  phone.signIn(a)
  const { queue } = await historyVisit(world)
  for (const number of ['A-1', 'A-2', 'A-3']) {
    if (number === 'A-2') await campaign.backUp()
    void queue.outbox.enqueue(world.receipt(number))
    await clock.advance(10_000)
  }
  expect(await receiptNos(server)).toEqual(['A-1000', 'A-2000', 'A-3000'])
  await server.close()
  await campaign.restore()
  server = await campaign.start()
  expect(await receiptNos(server)).toEqual(['A-1000'])

  const { outbox } = await historyVisit(world)
  const offered = outbox.jobs.value
  expect(offered.map(({ lost, receipt }) => [lost, receipt?.receiptNo])).toEqual([
    [true, 'A-2000'],
    [true, 'A-3000'],
  ])
  for (const { id } of offered) void outbox.retry(id)
  await clock.advance(20_000)
  expect(await receiptNos(server)).toEqual(['A-1000', 'A-2000', 'A-3000'])
  expect(await server.deps.db.selectFrom('image').select('sha256').execute()).toHaveLength(3)
  expect((await historyVisit(world)).outbox.jobs.value).toEqual([])
  await server.close()
})

describe.runIf(testDialect === 'sqlite')('a campaign in SQLite', () => {
  test('a restart keeps the epoch; each restored copy of a backup begins a new one, also without the command', async () => {
    const world = await offlineWorld()
    onTestFinished(() => world.server.close())
    const { a } = world
    const folder = await testFolder()
    const campaign = await campaignIn(world, folder)
    const epochs: string[] = []
    const start = async () => {
      const server = await campaign.start()
      const headers = { authorization: `Bearer ${a.token}`, 'x-owner': a.customerId }
      const url = 'https://campaign.example/api/receipt/customerHistory'
      epochs.push((await server.fetch(new Request(url, { headers }))).headers.get('data-epoch') ?? '')
      await server.close()
    }
    await start()
    await start()
    const backup = join(folder, 'backup.tar')
    await runInOrder(campaign.run, [['backup', backup]])
    await start()
    for (let times = 0; times < 2; times += 1) {
      await runInOrder(campaign.run, [['restore', backup, '--force']])
      await start()
    }
    const [first, second, third, ...restored] = epochs
    expect(first).toMatch(/^[0-9a-f]{16}$/)
    expect([second, third]).toEqual([first, first])
    expect(new Set([first, ...restored]).size).toBe(3)
    await runInOrder(campaign.run, [['db', 'restored']])
    await start()
    expect(new Set(epochs).size).toBe(4)
  })
})

describe.runIf(testDialect === 'postgres')('a campaign in PostgreSQL', () => {
  const epochIn = async (name: string, change?: string) => {
    const db = openPostgres(databaseUrl(name), { max: 1 })
    try {
      if (change !== undefined) await sql.raw(change).execute(db)
      await ensureEpoch(db, 'postgres', systemRandom())
      return (await rowOf({ db }, 'campaign')).epoch
    } finally {
      await db.destroy()
    }
  }

  test('a server whose user may not ask for the cluster starts, and has an epoch', async () => {
    const name = await newCampaign()
    const become = `set role ${name}_user`
    const first = await epochIn(
      name,
      `revoke execute on function pg_control_system() from public; create role ${name}_user;
       grant select, update on campaign to ${name}_user; ${become}`,
    )
    expect(first).toMatch(/^[0-9a-f]{16}$/)
    expect(await epochIn(name, become)).toBe(first)
    await epochIn(name, `drop owned by ${name}_user; drop role ${name}_user`)
    await dropDatabase(name)
  })

  test('an error of the database does not begin an epoch', async () => {
    const name = await newCampaign()
    const first = await epochIn(name)
    const db = openPostgres(databaseUrl(name), { max: 1 })
    const failing = db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'RawNode' && node.sqlFragments.join('').includes('pg_control_system'))
          throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(ensureEpoch(failing, 'postgres', systemRandom())).rejects.toThrow('timeout')
    await db.destroy()
    expect(await epochIn(name)).toBe(first)
    await dropDatabase(name)
  })

  test('a restart keeps the epoch; another database and a table that was made anew begin a new one', async () => {
    const name = await newCampaign()
    const first = await epochIn(name)
    expect(first).toMatch(/^[0-9a-f]{16}$/)
    expect(await epochIn(name)).toBe(first)
    const copy = await createDatabase(name)
    const second = await epochIn(copy)
    // Recreates a table, as `pg_restore --clean` does.
    const third = await epochIn(
      copy,
      'alter table receipt rename to old; create table receipt (like old including all)',
    )
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await epochIn(copy)).toBe(third)
    await dropDatabase(copy)
    await dropDatabase(name)
  })
})
