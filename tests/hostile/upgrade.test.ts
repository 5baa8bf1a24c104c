import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrations } from '#server/store/migrations/list.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { Tables } from '#server/store/tables.ts'
import { circle } from '#tests/kit/circle.ts'
import { runCommand } from '#tests/kit/cli-process.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { lineServer } from '#tests/kit/line-server.ts'
import { createDatabase, databaseUrl, dropDatabase, TEST_DATABASE_URL } from '#tests/kit/postgres.ts'
import { previousCommit, previousRelease, previousSchema } from '#tests/kit/previous-release.ts'
import { type Production, releaseFolder, sources } from '#tests/kit/production-process.ts'
import { update } from '#tests/kit/rows.ts'
import { startLoad } from '#tests/kit/upgrade-load.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Number of calls that a server must answer before the upgrade continues. */
const SOME = 20

type Release = Awaited<ReturnType<typeof releaseFolder>>
const previous = eachFile(previousRelease)
const current = eachFile(() => releaseFolder())
const line = eachFile(lineServer)

/** Creates and opens a campaign with the previous release. */
async function campaignOf(env: Record<string, string>, db: Kysely<Tables>) {
  const run = (release: Release, ...argv: string[]) => runCommand(argv, env, release.cli)
  const { code, err } = await run(previous, 'init')
  expect([code, err]).toEqual([0, ''])
  const day = 24 * 3_600_000
  await update({ db }, 'campaign', { mode: 'open', opens_at: Date.now() - day, closes_at: Date.now() + day })
  // A second signal ends the wait after a stop signal, so the tests do not depend on timing.
  const settings = { ...env, ...line.env, TRUST_PROXY: '1', SHUTDOWN_DELAY: '60' }
  return {
    start: (release: Release) => release.start(settings),
    run,
    schema: async () => {
      const rows = await db.selectFrom('schema_migration').select('version').execute()
      return Math.max(...rows.map(({ version }) => version))
    },
    /** Compares the ids that the servers have acknowledged with those in the database. */
    differences: async ({ customers, receipts, answers, pageViews }: Load['acknowledged']) => {
      const stored = {
        customers: (await db.selectFrom('customer').select('id').execute()).map(({ id }) => id),
        receipts: (await db.selectFrom('receipt').select('id').execute()).map(({ id }) => id),
        answers: (await db.selectFrom('answer').select('customer_id as id').execute()).map(({ id }) => id),
        pageViews: (await db.selectFrom('log_page_view').select('event_id as id').execute()).map(
          ({ id }) => id,
        ),
      }
      expect(stored.customers.toSorted()).toEqual(customers.toSorted())
      expect(stored.receipts.toSorted()).toEqual(receipts.toSorted())
      expect(stored.answers.toSorted()).toEqual(answers.toSorted())
      expect(stored.pageViews.toSorted()).toEqual(pageViews.toSorted())
    },
  }
}
type Load = ReturnType<typeof startLoad>

/** Waits until each server has answered some more calls. */
async function someCalls(load: Load, ...servers: Production[]): Promise<void> {
  const before = servers.map(({ origin }) => load.answered(origin))
  const isDone = () => servers.every(({ origin }, at) => load.answered(origin) >= (before[at] ?? 0) + SOME)
  await expect.poll(() => isDone() || load.failures.length > 0, { timeout: 120_000 }).toBe(true)
  expect(load.failures).toEqual([])
}

/** Stops a server. Its `/readyz` first answers 503, so the load balancer notices and sends no more calls. */
async function stopReady(load: Load, { origin, child, ended }: Production): Promise<void> {
  child.kill('SIGTERM')
  await expect.poll(() => load.isReady(origin), { timeout: 60_000 }).toBe(false)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

test('the packed previous release has the files of its commit', async context => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  const commit = previousCommit()
  expect(commit).toMatch(/^[0-9a-f]{40}$/)
  let listed: string[]
  try {
    listed = git('ls-tree', '-r', commit, ...sources)
      .trim()
      .split('\n')
  } catch {
    return context.skip('this clone does not have the commit of the previous release')
  }
  const [hashes, paths] = [1, 2].map(part => listed.map(line => line.split(/ blob |\t/)[part] ?? ''))
  const files = paths?.map(path => join(previous.folder, path)) ?? []
  expect(
    git('hash-object', '--no-filters', ...files)
      .trim()
      .split('\n'),
  ).toEqual(hashes)
})

test('on SQLite, the previous release’s server continues under load while the schema is migrated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
  const db = openSqlite(join(folder, 'campaign.sqlite'))
  const campaign = await campaignOf({ DATA_DIR: folder }, db)
  const load = startLoad(line.idToken)
  const old = await campaign.start(previous)
  load.add(old.origin)
  await someCalls(load, old)
  expect(await campaign.schema()).toBe(previousSchema())
  expect(await campaign.run(current, 'stats')).toMatchObject({ code: 0 })
  expect(await campaign.schema()).toBe(migrations.at(-1)?.version)
  await someCalls(load, old)
  await load.stop()
  await campaign.differences(load.acknowledged)
  expect(load.failures).toEqual([])
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
}, 300_000)

// Two servers of each release take most of a minute. Before a merge, only the upgrade on SQLite runs.
describe.runIf(TEST_DATABASE_URL && circle() === 'nightly')('on PostgreSQL', () => {
  test('an upgrade from the previous release and a restart fail no call', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
    const name = await createDatabase()
    const db = openPostgres(databaseUrl(name), { max: 2 })
    const campaign = await campaignOf({ DATA_DIR: folder, DATABASE_URL: databaseUrl(name) }, db)
    const load = startLoad(line.idToken)
    const old = [await campaign.start(previous), await campaign.start(previous)]
    load.add(...old.map(({ origin }) => origin))
    await someCalls(load, ...old)

    // Old and new servers run side by side, and then the old ones stop.
    const first = await campaign.start(current)
    load.add(first.origin)
    await someCalls(load, ...old, first)
    for (const server of old) await stopReady(load, server)
    await someCalls(load, first)

    // A rolling restart.
    const second = await campaign.start(current)
    load.add(second.origin)
    await stopReady(load, first)
    await someCalls(load, second)

    await load.stop()
    expect(load.failures).toEqual([])
    await campaign.differences(load.acknowledged)
    expect(await campaign.run(current, 'audit', 'verify')).toMatchObject({ code: 0 })
    await db.destroy()
    await dropDatabase(name)
    await rm(folder, { recursive: true, force: true })
  }, 300_000)
})
