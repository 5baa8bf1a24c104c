import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { calls } from '#contract/calls.ts'
import { DAY_MS } from '#contract/time.ts'
import { terminalProgress } from '#server/cli/terminal.ts'
import { seedCampaign } from '#server/data/seed.ts'
import { writeClock } from '#server/store/clock-file.ts'
import { migrate } from '#server/store/migrate.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { customerOf, fillCampaign } from '#tests/kit/big-campaign.ts'
import { planCalls } from '#tests/kit/plans.ts'
import { createDatabase, databaseUrl, dropDatabase } from '#tests/kit/postgres.ts'
import { signedIn } from '#tests/kit/server.ts'
import { readOptions } from '#tools/options.ts'
import { needPostgres } from './stores.ts'

/**
 * `npm run bench:campaign [-- --customers 1000000 --json FILE --keep]`: fills a new PostgreSQL database on the server
 * of TEST_DATABASE_URL with three receipts, three tickets and twenty log rows per customer, explains every customer
 * call, and runs, measures and verifies the draw over all tickets. A million customers need about 12 GB of disk. Drops
 * the database at the end unless `--keep` is given. Exits with 1 if a call scans a growing table or is refused, or if a
 * step of the draw uses more than a gigabyte of memory.
 */
const { values, whole } = readOptions('npm run bench:campaign', {
  customers: { type: 'string', default: '1000000' },
  json: { type: 'string' },
  keep: { type: 'boolean' },
})
const customers = whole('customers', 1000)
await needPostgres()

const root = fileURLToPath(new URL('../../..', import.meta.url))
const now = Date.now()
/** Maximum memory that one step of the draw may use. */
const MOST_MEMORY_MB = 1024
const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10

type Step = { readonly step: string; readonly seconds: number; readonly maxRssMb: number | null }

async function measured(step: string, args: readonly string[], env: Record<string, string>): Promise<Step> {
  const begun = performance.now()
  const tell = `process.on('exit',()=>process.stderr.write('\\nmaxRSS '+process.resourceUsage().maxRSS))`
  const all = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, ...args]
  const { PATH = '' } = process.env
  const { code, out, err } = await new Promise<{ code: number; out: string; err: string }>(resolve => {
    execFile(process.execPath, all, { cwd: root, env: { PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, out: stdout, err: stderr }),
    )
  })
  const kilobytes = Number(/maxRSS (\d+)/.exec(err)?.[1])
  console.log(
    `${step}: ${seconds(begun)} s, ${Math.round(kilobytes / 1024)} MB  ${out.trim().split('\n')[0]}`,
  )
  if (code !== 0) throw new Error(`${step} failed: ${err}`)
  return { step, seconds: seconds(begun), maxRssMb: Math.round(kilobytes / 1024) }
}

/** Runs the whole draw on the command line, and verifies it there and with the independent program. */
async function draw(url: string, folder: string): Promise<Step[]> {
  const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'error' }
  const verb = (step: string, ...args: string[]) =>
    measured(step, ['--import', 'tsx', 'server/cli/main.ts', ...args], env)
  const file = join(folder, 'draw.json')
  const beacon = [
    '--beacon',
    'the first prize of a lottery',
    '--beacon-at',
    new Date(now + 30 * DAY_MS).toISOString(),
  ]
  const steps = [
    await measured(
      'draw commit',
      [
        '--import',
        'tsx',
        'tests/kit/draw-cli.ts',
        'draw',
        'commit',
        ...beacon,
        '--prize',
        'prize=1000',
        '--reserves',
        '500',
      ],
      { ...env, ADVERTISED: '1000' },
    ),
  ]
  steps.push(await verb('close', 'close'))
  steps.push(await verb('draw seal', 'draw', 'seal', '--leave-pending'))
  await writeClock(folder, { frozenAt: null, offsetMs: 31 * DAY_MS })
  steps.push(await verb('draw run', 'draw', 'run', '--beacon', '123456'))
  steps.push(await verb('announce', 'announce'))
  steps.push(await verb('draw publish', 'draw', 'publish', file))
  console.log(`${file}: ${Math.round((await stat(file)).size / 2 ** 20)} MB`)
  steps.push(await verb('draw verify', 'draw', 'verify', file))
  const independent = ['--max-old-space-size=8192', 'tests/kit/verify-draw.mjs', file]
  steps.push(await measured('the independent program', independent, {}))
  return steps
}

const folder = await mkdtemp(join(tmpdir(), 'campaign-bench-'))
const name = await createDatabase()
const url = databaseUrl(name)
/** A timeout of one hour, because indexing twenty million rows takes long. */
const db = openPostgres(url, { max: 1, silenceMs: 60 * 60 * 1000 })
try {
  const begun = performance.now()
  await migrate(db, now)
  await seedCampaign(db, now)
  await fillCampaign(db, { customers, now }, terminalProgress(process.stderr))
  const filled = seconds(begun)
  const sizes = await sql<{ name: string; rows: number; mb: number; index_mb: number }>`
    select relname as name, reltuples::bigint as rows, pg_total_relation_size(oid) / 1048576 as mb,
      pg_indexes_size(oid) / 1048576 as index_mb
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= ${customers}
    order by 3 desc`.execute(db)
  console.log(`filled in ${filled} s`)
  console.table(sizes.rows)

  // Each call uses a different customer. The receipt history is planned twice.
  const step = Math.floor(customers / (Object.keys(calls).length + 1))
  let n = 0
  const plans = await planCalls({ db, dialect: 'postgres' }, now, async server => {
    n += step
    return signedIn(server, await customerOf(db, n))
  })
  // The winner's calls were planned with an announced result. The draw below must announce the result itself.
  await db.updateTable('campaign').set({ announced_at: null }).execute()
  console.table(plans.map(plan => ({ ...plan, scanned: plan.scanned.join(' ') })))
  const drawn = await draw(url, folder)
  if (values.json) {
    const { writeFile } = await import('node:fs/promises')
    const result = { customers, filledSeconds: filled, tables: sizes.rows, plans, draw: drawn }
    await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`)
  }
  const wrong = [
    ...plans
      .filter(plan => plan.scanned.length > 0)
      .map(plan => `${plan.name} reads ${plan.scanned.join(', ')} from end to end`),
    // A refused call may stop before its expensive statements, so its plan proves nothing.
    ...plans.filter(plan => plan.status !== 200).map(plan => `${plan.name} was answered ${plan.status}`),
    ...drawn
      .filter(step => step.step.startsWith('draw ') && (step.maxRssMb ?? 0) > MOST_MEMORY_MB)
      .map(step => `${step.step} took ${step.maxRssMb} MB`),
  ]
  for (const line of wrong) console.error(line)
  if (wrong.length > 0) process.exitCode = 1
} finally {
  await db.destroy()
  if (values.keep) console.log(`kept: ${url}`)
  else await dropDatabase(name)
  await rm(folder, { recursive: true, force: true })
}
