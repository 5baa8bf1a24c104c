import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Migration } from '#server/store/migrations/define.ts'
import type { Tables } from '#server/store/tables.ts'

type Column = { readonly type: string; readonly isNullable: boolean; readonly hasDefault: boolean }
type Unique = { readonly table: string; readonly columns: readonly string[] }

/** The parts of a schema on which a running server depends. Columns are keyed as `table.column`. */
export type Schema = {
  readonly tables: ReadonlySet<string>
  readonly columns: ReadonlyMap<string, Column>
  readonly uniques: ReadonlyMap<string, Unique>
}

const uniquesOf = {
  sqlite: sql<{ name: string; table: string; column: string }>`
    select i.name as name, m.name as "table", c.name as "column"
    from sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
    where m.type = 'table' and i."unique" = 1`,
  postgres: sql<{ name: string; table: string; column: string }>`
    select i.relname as name, t.relname as "table", a.attname as "column"
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any(x.indkey)
    where x.indisunique and n.nspname = 'public'`,
}
export async function schemaOf(db: Kysely<Tables>): Promise<Schema> {
  const tables = await db.introspection.getTables()
  const dialect = db.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
  const uniques = new Map<string, Unique>()
  for (const { name, table, column } of (await uniquesOf[dialect].execute(db)).rows)
    uniques.set(name, { table, columns: [...(uniques.get(name)?.columns ?? []), column].sort() })
  return {
    tables: new Set(tables.map(({ name }) => name)),
    columns: new Map(
      tables.flatMap(table =>
        table.columns.map(({ name, dataType: type, isNullable, hasDefaultValue: hasDefault }) => [
          `${table.name}.${name}`,
          { type, isNullable, hasDefault },
        ]),
      ),
    ),
    uniques,
  }
}

/** Returns the changes that could break a server written for the schema `before` when it runs on `after`. */
export function breaksOf(before: Schema, after: Schema): string[] {
  const removed = [...before.columns.keys()].filter(name => !after.columns.has(name))
  const changed = [...before.columns].filter(([name, was]) => {
    const is = after.columns.get(name)
    return (
      is && (is.type !== was.type || (was.isNullable && !is.isNullable) || (was.hasDefault && !is.hasDefault))
    )
  })
  const required = [...after.columns].filter(([name, { isNullable, hasDefault }]) => {
    const isNew = before.tables.has(name.split('.')[0] ?? '') && !before.columns.has(name)
    return isNew && !isNullable && !hasDefault
  })
  // A unique index on existing columns rejects rows that the older server may write.
  const unique = [...after.uniques].filter(
    ([name, { table, columns }]) =>
      !before.uniques.has(name) && columns.every(column => before.columns.has(`${table}.${column}`)),
  )
  return [
    ...removed.map(name => `${name} was removed`),
    ...changed.map(([name]) => `${name} has another type, or became required`),
    ...required.map(([name]) => `${name} is new and has no default`),
    ...unique.map(([name, { table }]) => `${table} has a new unique index ${name}`),
  ]
}

/**
 * Returns the contract steps that come too early: their `unusedSince` is newer than the previous release, so that
 * release still uses what they remove.
 */
export function earlyContracts(steps: readonly Migration[], previous: string): string[] {
  const order = new Intl.Collator('en', { numeric: true })
  return steps.flatMap(step =>
    step.kind === 'contract' && order.compare(step.unusedSince, previous) > 0 ? [step.name] : [],
  )
}
