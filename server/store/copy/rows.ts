import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { canonicalJson } from '#server/hash.ts'
import type { Db } from '#server/store/tables.ts'
import { type CopiedTable, primaryKeys } from './tables.ts'

type Row = Readonly<Record<string, string | number | null>>

const PAGE = 500

/** Pages through the rows by key to keep memory use low and statements short. */
async function* pagesOf(db: Db, table: CopiedTable): AsyncGenerator<readonly Row[]> {
  const keys = sql.join(primaryKeys[table].map(column => sql.ref(column)))
  let last: Row | undefined
  for (;;) {
    const after = last ? sql`where (${keys}) > (${sql.join(keyOf(table, last))})` : sql``
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} ${after} order by ${keys} limit ${PAGE}`.execute(db)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

const keyOf = (table: CopiedTable, row: Row) => primaryKeys[table].map(column => row[column] ?? null)
const keyText = (table: CopiedTable, row: Row): string => JSON.stringify(keyOf(table, row))

/** A table's row count, and a hash of its rows that does not depend on their order. */
export type Digest = { readonly rows: number; readonly hash: string }

/** Adds up the hashes of the rows modulo 2^256, because the two databases sort text differently. */
export async function digestOf(db: Db, table: CopiedTable, seen: (rows: number) => void): Promise<Digest> {
  let sum = 0n
  let count = 0
  for await (const rows of pagesOf(db, table)) {
    for (const row of rows)
      sum += BigInt(`0x${createHash('sha256').update(canonicalJson(row)).digest('hex')}`)
    count += rows.length
    seen(rows.length)
  }
  return { rows: count, hash: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') }
}

export async function mirror(
  source: Db,
  target: Db,
  table: CopiedTable,
  seen: (rows: number) => void,
): Promise<void> {
  for await (const rows of pagesOf(target, table)) {
    const there = await sameKeys(source, table, rows)
    const gone = rows.filter(row => !there.has(keyText(table, row)))
    for (const row of gone) await remove(target, table, row)
  }
  for await (const rows of pagesOf(source, table)) {
    const there = await sameKeys(target, table, rows)
    const changed = rows.filter(row => there.get(keyText(table, row)) !== canonicalJson(row))
    if (changed.length > 0) await write(target, table, changed)
    seen(rows.length)
  }
}

/**
 * Loads the rows with the same keys from another database, as a map from key to canonical JSON. If the primary key has
 * several columns, the result may contain extra rows, which callers ignore.
 */
async function sameKeys(
  db: Db,
  table: CopiedTable,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map()
  const wanted = primaryKeys[table].map(column => {
    const values = new Set(rows.map(row => row[column]))
    return sql`${sql.ref(column)} in (${sql.join([...values])})`
  })
  const found = await sql<Row>`
    select * from ${sql.table(table)} where ${sql.join(wanted, sql` and `)}`.execute(db)
  return new Map(found.rows.map(row => [keyText(table, row), canonicalJson(row)]))
}

/** Deletes the old rows first, because a unique value may have moved from one row to another. */
async function write(db: Db, table: CopiedTable, rows: readonly Row[]): Promise<void> {
  await db.transaction().execute(async trx => {
    for (const row of rows) await remove(trx, table, row)
    await trx
      .insertInto(table as 'draw')
      .values(rows as never)
      .execute()
  })
}

/** Copies a table to an empty one. `mirror` later updates the rows that changed meanwhile. */
export async function fill(
  source: Db,
  target: Db,
  table: CopiedTable,
  seen: (rows: number) => void,
): Promise<void> {
  for await (const rows of pagesOf(source, table)) {
    await target
      .insertInto(table as 'draw')
      .values(rows as never)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    seen(rows.length)
  }
}

async function remove(db: Db, table: CopiedTable, row: Row): Promise<void> {
  const same = primaryKeys[table].map(column => sql`${sql.ref(column)} = ${row[column]}`)
  await sql`delete from ${sql.table(table)} where ${sql.join(same, sql` and `)}`.execute(db)
}
