import type { Kysely } from 'kysely'
import { countOf } from '#server/store/count.ts'
import { COPY_UNFINISHED_ROW } from '#server/store/lock.ts'
import { migrate } from '#server/store/migrate.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { type Digest, digestOf, fill, mirror } from './rows.ts'
import { sealSqlite, unsealSqlite } from './seal.ts'
import { type CopiedTable, copiedTables } from './tables.ts'

type Bar = { step(count: number): void; end(): void }
type Report = (label: string, total: number | null) => Bar

/** What each table held in the end, alike in both databases. */
export type Copied = Readonly<Record<CopiedTable, Digest>>

/** Something about the two databases that forbids the copy; the sentence is for the organiser. */
export class CopyRefused extends Error {}

/**
 * Moves a campaign from SQLite to an empty PostgreSQL while its server runs. First everything is copied; then the
 * source is closed for writing, what has changed meanwhile follows, and every table is compared by count and hash.
 * In the end the source stays closed, so that nothing can be written where nobody will look. Where it fails, the
 * source is open again and the target says that it is unfinished; a repeat starts over.
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
    await eachTable(report('What has changed meanwhile', total), (table, seen) =>
      mirror(source, target, table, seen),
    )
    const copied = await compare(source, target, report('Comparing', total * 2))
    await target.deleteFrom('schema_migration').where('version', '=', COPY_UNFINISHED_ROW.version).execute()
    return copied
  } catch (error) {
    await unsealSqlite(source)
    throw error
  }
}

/** Whether the target could take a copy, without changing anything in it; refuses where it could not. */
export async function requireFree(target: Kysely<Tables>): Promise<void> {
  const tables = await target.introspection.getTables()
  const names = new Set(tables.map(table => table.name))
  if (!names.has('schema_migration')) {
    if (tables.length > 0) throw new CopyRefused('The database holds tables of something else.')
    return
  }
  if (await isUnfinished(target)) return
  const campaign =
    names.has('campaign') && (await target.selectFrom('campaign').select('id').executeTakeFirst())
  if (campaign) throw new CopyRefused('The database holds a campaign already; an empty one is needed.')
}

/** Whether an earlier copy into this database has not come to its end; false where nothing was ever begun. */
export async function wasBegun(target: Kysely<Tables>): Promise<boolean> {
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

/** Marks the target as unfinished, so that no server starts on it, and clears what an earlier try has left. */
async function prepare(target: Kysely<Tables>, now: number): Promise<void> {
  await requireFree(target)
  if (await wasBegun(target))
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

/** Throws where a table differs; gives what each holds. */
async function compare(source: Db, target: Db, bar: Bar): Promise<Copied> {
  const found: Partial<Record<CopiedTable, Digest>> = {}
  await eachTable(bar, async (table, seen) => {
    const [here, there] = [await digestOf(source, table, seen), await digestOf(target, table, seen)]
    if (here.rows !== there.rows || here.hash !== there.hash)
      throw new CopyRefused(`${table}: the copy differs (${here.rows} rows here, ${there.rows} there).`)
    found[table] = here
  })
  return found as Copied
}
