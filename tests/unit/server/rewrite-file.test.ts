import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { pageCheck } from '#server/cli/doctor-database.ts'
import { sha256Hex } from '#server/hash.ts'
import { removeErasedPages } from '#server/retention/daily.ts'
import { migrate } from '#server/store/migrate.ts'
import { fileBytes, rewriteFile } from '#server/store/rewrite-file.ts'
import { emptyWriteAheadLog, openSqlite } from '#server/store/sqlite.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { testFolder } from '#tests/kit/folder.ts'

const wordsOf = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => sha256Hex(`${kind} ${index}`))
const ERASED = wordsOf('erased', 1000)
const KEPT = wordsOf('kept', 500)
/** Rows have different lengths, so that SQLite moves many of them. */
const row = (word: string) => ({
  key: word + '.'.repeat(80 * (Number.parseInt(word.slice(0, 2), 16) % 5)),
  tokens: 1,
  updated_at: 1,
})

/** Opens a database in a file from which rows have been deleted one by one. */
async function withErasedRows() {
  const file = join(await testFolder(), 'campaign.sqlite')
  const db = openSqlite(file)
  onTestFinished(() => db.destroy())
  await migrate(db, 1)
  await inTransaction(db, async trx => {
    for (const word of [...ERASED, ...KEPT]) await trx.insertInto('rate_bucket').values(row(word)).execute()
  })
  await inTransaction(db, async trx => {
    for (const word of ERASED) await trx.deleteFrom('rate_bucket').where('key', '=', row(word).key).execute()
  })
  await emptyWriteAheadLog(db)
  const remains = () => {
    const bytes = [file, `${file}-wal`].map(path => readFileSync(path, 'latin1')).join()
    return ERASED.filter(word => bytes.includes(word)).length
  }
  const keys = async () =>
    (await db.selectFrom('rate_bucket').select('key').execute()).map(({ key }) => key).toSorted()
  return { file, db, remains, keys }
}

test('SQLite keeps copies of deleted rows in unused parts of its pages, until the file is rewritten', async () => {
  const { db, remains, keys } = await withErasedRows()
  expect(remains()).toBeGreaterThan(0)
  const late = row('ff: written meanwhile')
  const [isRewritten, during] = await Promise.all([
    rewriteFile(db),
    keys(),
    db.insertInto('rate_bucket').values(late).execute(),
  ])
  expect(isRewritten).toBe(true)
  expect(during).toEqual(KEPT.map(word => row(word).key).toSorted())
  expect(remains()).toBe(0)
  expect(await keys()).toEqual([...KEPT.map(word => row(word).key), late.key].toSorted())
})

test('the server rewrites the file between three and four at night', async () => {
  const { db, remains } = await withErasedRows()
  const at = async (time: string) => {
    const clock = { now: () => Date.parse(`2026-11-20T${time}+07:00`) }
    await removeErasedPages({ db, dialect: 'sqlite', clock, log: pino({ enabled: false }) })
    return remains()
  }
  expect(await at('02:59')).toBeGreaterThan(0)
  expect(await at('04:00')).toBeGreaterThan(0)
  expect(await at('03:59')).toBe(0)
})

test('a file that is too large is not rewritten, and doctor says so', async () => {
  const { db, remains } = await withErasedRows()
  const bytes = await fileBytes(db)
  expect(await rewriteFile(db, bytes - 1)).toBe(false)
  expect(remains()).toBeGreaterThan(0)
  expect(await pageCheck(db, bytes - 1)).toMatchObject({
    level: 'warn',
    found: expect.stringMatching(/^the file has \d MB, too many to be rewritten each night/),
  })
  expect(await pageCheck(db, bytes)).toMatchObject({ level: 'ok' })
})

test('a damaged file stays as it was, and the log names the failure', async () => {
  const { db, file } = await withErasedRows()
  await db.destroy()
  const bytes = readFileSync(file)
  bytes.fill(0xff, 40_960, 81_920)
  writeFileSync(file, bytes)
  const damaged = openSqlite(file)
  onTestFinished(() => damaged.destroy())
  const lines: string[] = []
  const log = pino({}, { write: line => void lines.push(line) })
  const clock = { now: () => Date.parse('2026-11-20T03:30:00+07:00') }
  await removeErasedPages({ db: damaged, dialect: 'sqlite', clock, log })
  expect(lines.join()).toContain('could not remove erased data from the unused parts of the database')
  expect(readFileSync(file).equals(bytes)).toBe(true)
})
