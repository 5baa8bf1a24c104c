import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { seedCampaign } from '#server/data/seed.ts'
import { openStore } from '#server/open-store.ts'
import { runRetention } from '#server/retention/run.ts'
import { migrate } from '#server/store/migrate.ts'
import type { Tables } from '#server/store/tables.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { NOON } from '#tests/kit/noon.ts'
import { preparedCustomers } from '#tests/kit/prepared.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { update } from '#tests/kit/rows.ts'
import { openSeeded, testDialect } from '#tests/kit/seeded.ts'
import { addressOf } from '#tests/kit/seeded-postgres.ts'

const NOW = NOON + 400 * DAY_MS
const PHOTOS = 10
const SHORT_LIVES = 10
const LIVES_MAX = 40

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Bundles the program that kills itself, because compiling its imports for every start is slow. */
async function bundleRetention(): Promise<string> {
  const folder = await testFolder()
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: join(root, 'tests/kit/killed-retention.ts'),
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'killed-retention.mjs' } },
    },
  })
  return join(folder, 'killed-retention.mjs')
}

type Place = { readonly dataDir: string; readonly databaseUrl: string | null; readonly s3: null }

/** Creates the database and photos of a campaign announced more than a year ago. Always creates the same data. */
async function oldCampaign(name: string): Promise<Place> {
  const dataDir = join(await testFolder(), name)
  await mkdir(dataDir)
  const seeded = testDialect === 'postgres' ? await openSeeded(NOON) : null
  const place = { dataDir, databaseUrl: seeded ? addressOf(seeded) : null, s3: null }
  const { db, objects } = await openStore(place)
  if (!seeded) {
    await migrate(db, NOON)
    await seedCampaign(db, NOON)
  }
  await update({ db }, 'campaign', { announced_at: NOON })
  const customers = preparedCustomers(1100).map(one => one.customerId)
  const insert = async <T extends keyof Tables>(table: T, rows: readonly object[]) => {
    for (let at = 0; at < rows.length; at += 1000)
      await db
        .insertInto(table)
        .values(rows.slice(at, at + 1000) as never)
        .execute()
  }
  const made = { created_at: NOON, updated_at: NOON }
  await insert(
    'customer',
    customers.map(id => ({ id, status: 'registered', first_name: 'สมชาย', line_user_id: `U${id}`, ...made })),
  )
  await insert(
    'line_identity',
    customers.map(id => ({ line_user_id: `U${id}`, customer_id: id })),
  )
  await insert(
    'log_page_view',
    Array.from({ length: 11_000 }, (_, n) => ({
      event_id: `e${n}`,
      customer_id: customers[n % customers.length],
      path: '/',
      at: NOON,
      received_at: NOON + n,
    })),
  )
  const photos = customers.slice(0, PHOTOS)
  const shape = { bytes: 5, width: 200, height: 200, content_type: 'image/jpeg', created_at: NOON }
  const [finished, half] = ['a'.repeat(64), 'b'.repeat(64)]
  await insert(
    'image',
    photos.map(customer_id => ({ customer_id, sha256: finished, ...shape })),
  )
  await insert(
    'upload',
    photos.map(customer_id => ({ customer_id, sha256: half, total: 99, received: 15, updated_at: NOON })),
  )
  for (const id of photos) {
    const pieces = [0, 5, 10].map(at => `upload/${id}/${half}/${at}`)
    for (const key of [`r/${id}/${finished}`, ...pieces])
      await objects.put(key, Buffer.from('photo'), 'image/jpeg')
  }
  await db.destroy()
  return place
}

/** Runs retention in a process that kills itself after `diesAfter` steps. Returns true if it finished before that. */
async function live(script: string, { dataDir, databaseUrl }: Place, diesAfter: number): Promise<boolean> {
  const { PATH = '' } = process.env
  const env = { PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', NOW: String(NOW) }
  const child = spawn(process.execPath, [script], {
    env: { ...env, NODE_PATH: join(root, 'node_modules'), DIES_AFTER: String(diesAfter) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'exit')
  expect([code, signal]).toEqual(code === 0 ? [0, null] : [null, 'SIGKILL'])
  return code === 0
}

async function remaining(place: Place): Promise<{ rows: string; files: string[] }> {
  const { db } = await openStore(place)
  const rows = await dump(db)
  await db.destroy()
  const entries = await readdir(join(place.dataDir, 'objects'), { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => entry.name)
  return { rows, files: files.toSorted() }
}

test('retention that is killed repeatedly ends with the same data as an uninterrupted run', {
  timeout: 120_000,
}, async () => {
  const whole = await oldCampaign('whole')
  const { db, objects } = await openStore(whole)
  const retained = await runRetention({ db, objects }, NOW, { clockIsRight: true })
  await db.destroy()
  expect(retained).toMatchObject({ purged: { images: PHOTOS, people: 1100, logs: 11_000, uploads: PHOTOS } })

  const killed = await oldCampaign('killed')
  const script = await bundleRetention()
  const random = seededRandom(7)
  let lives = 1
  // Short runs come first, because they end between the deletion of a photo and the deletion of its row. A batch of
  // customers needs a longer run.
  const length = () => 1 + Math.floor(random() * (lives <= SHORT_LIVES ? 12 : 60))
  while (lives < LIVES_MAX && !(await live(script, killed, length()))) lives += 1
  expect(lives).toBeGreaterThan(SHORT_LIVES + 3)
  expect(lives).toBeLessThan(LIVES_MAX)
  const [one, other] = [await remaining(whole), await remaining(killed)]
  expect(changes(one.rows, other.rows)).toEqual([])
  expect([one.files, other.files]).toEqual([[], []])
})
