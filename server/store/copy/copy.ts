import { type Kysely, sql } from 'kysely'
import { countOf } from '#server/store/count.ts'
import { COPY_UNFINISHED_ROW } from '#server/store/lock.ts'
import { migrate } from '#server/store/migrate.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { type Digest, digestOf, fill, mirror } from './rows.ts'
import { sealSqlite, unsealSqlite } from './seal.ts'
import { type CopiedTable, copiedTables } from './tables.ts'

type Bar = { step(count: number): void; end(): void }
type Report = (label: string, total: number | null) => Bar

/** Row count and hash of each table. */
export type Copied = Readonly<Record<CopiedTable, Digest>>

export class CopyRefused extends Error {}

/**
 * Moves a campaign from SQLite to an empty PostgreSQL database while its server runs: copies all
 * rows, makes the source read-only, copies the rows that changed meanwhile, and compares the
 * tables. If a step fails, the source becomes writable again, and the next attempt starts from
 * scratch.
 */
export async function copyCampaign(
  source: Db,
  target: Kysely<Tables>,
  now: number,
  report: Report,
): Promise<Copied> {
  await prepare(target, now)
  const total = await countAll(source)
  await eachTable(report('Copying', total), (table, seen) => fill(source, target, table, seen))
  await sealSqlite(source)
  try {
    await eachTable(report('Copying changes', total), (table, seen) => mirror(source, target, table, seen))
    await resumeTicketNumbers(source, target)
    const copied = await compare(source, target, report('Comparing', total * 2))
    await target.deleteFrom('schema_migration').where('version', '=', COPY_UNFINISHED_ROW.version).execute()
    return copied
  } catch (error) {
    await unsealSqlite(source)
    throw error
  }
}

/** Throws CopyRefused unless the target is empty or has only an unfinished copy. */
export async function requireFree(target: Kysely<Tables>): Promise<void> {
  const tables = await target.introspection.getTables()
  const names = new Set(tables.map(table => table.name))
  if (!names.has('schema_migration')) {
    if (tables.length > 0)
      throw new CopyRefused('The target database contains other tables; it must be empty.')
    return
  }
  if (await isUnfinished(target)) return
  const campaign =
    names.has('campaign') && (await target.selectFrom('campaign').select('id').executeTakeFirst())
  if (campaign) throw new CopyRefused('The target database already contains a campaign; it must be empty.')
}

export async function hasUnfinishedCopy(target: Kysely<Tables>): Promise<boolean> {
  const tables = await target.introspection.getTables()
  return tables.some(table => table.name === 'schema_migration') && (await isUnfinished(target))
}

async function isUnfinished(target: Kysely<Tables>): Promise<boolean> {
  const row = await target
    .selectFrom('schema_migration')
    .select('version')
    .where('version', '=', COPY_UNFINISHED_ROW.version)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the target as unfinished so that no server starts on it. */
async function prepare(target: Kysely<Tables>, now: number): Promise<void> {
  await requireFree(target)
  if (await hasUnfinishedCopy(target))
    await target.deleteFrom('schema_migration').where('version', '=', COPY_UNFINISHED_ROW.version).execute()
  await migrate(target, now)
  await target
    .insertInto('schema_migration')
    .values({ ...COPY_UNFINISHED_ROW, applied_at: now })
    .execute()
  for (const table of copiedTables) await target.deleteFrom(table).execute()
}

async function countAll(db: Db): Promise<number> {
  let total = 0
  for (const table of copiedTables) total += await countOf(db.selectFrom(table))
  return total
}

async function eachTable(
  bar: Bar,
  work: (table: CopiedTable, seen: (rows: number) => void) => Promise<void>,
): Promise<void> {
  try {
    for (const table of copiedTables) await work(table, bar.step)
  } finally {
    bar.end()
  }
}

async function compare(source: Db, target: Db, bar: Bar): Promise<Copied> {
  const found: Partial<Record<CopiedTable, Digest>> = {}
  await eachTable(bar, async (table, seen) => {
    const [here, there] = [await digestOf(source, table, seen), await digestOf(target, table, seen)]
    if (here.rows !== there.rows || here.hash !== there.hash)
      throw new CopyRefused(
        `${table}: the copy differs from the source (${here.rows} rows in the source, ${there.rows} in the copy).`,
      )
    found[table] = here
  })
  return found as Copied
}

/**
 * Makes PostgreSQL continue the ticket numbers of the SQLite database `source`. This is necessary after copying rows,
 * because the copied rows already have numbers.
 */
async function resumeTicketNumbers(source: Db, target: Db): Promise<void> {
  const { rows } = await sql<{ last: number }>`select last from ticket_counter`.execute(source)
  await sql`select setval('ticket_no_seq', ${(rows[0]?.last ?? 0) + 1}, false)`.execute(target)
}
