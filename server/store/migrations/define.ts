import type { Kysely } from 'kysely'
import type { Tables } from '#server/store/tables.ts'

export type Db = Kysely<Tables>

/**
 * A released migration must never change. Servers of the previous release keep running during a
 * migration, so an `expand` step may add only things that they can ignore: tables, nullable or
 * defaulted columns, and indexes. A `contract` step removes or restricts something. `unusedSince`,
 * the first release that does not use it, must be published before the step.
 */
export type Migration = {
  readonly version: number
  readonly name: string
  readonly up: (db: Db) => Promise<void>
} & ({ readonly kind: 'expand' } | { readonly kind: 'contract'; readonly unusedSince: string })

/** Marks contract steps in `schema_migration` so that servers of older releases recognise them. */
const CONTRACT = 'contract: '

export const rowNameOf = ({ kind, name }: Migration): string => (kind === 'contract' ? CONTRACT + name : name)

/** True if this row of `schema_migration` means that older releases can no longer use the database. */
export const isContractRow = (row: { readonly name: string }): boolean => row.name.startsWith(CONTRACT)

/** `?` means nullable. Text columns have no maximum length because the contract limits every text. */
type Columns = Readonly<Record<string, 'text' | 'text?' | 'bigint' | 'bigint?' | 'integer' | 'integer?'>>

type Table = {
  readonly columns: Columns
  readonly primaryKey: readonly string[]
  readonly unique?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
}

type Added = {
  readonly tables?: Readonly<Record<string, Table>>
  /** New columns of existing tables. A column that is not nullable gets the default 0. */
  readonly columns?: Readonly<Record<string, Columns>>
  readonly indexes?: readonly (readonly [table: string, ...columns: string[]])[]
}

/** Creates an `expand` step, with SQL that works on both SQLite and PostgreSQL. `more` runs at the end of the step. */
export const expand = (
  version: number,
  name: string,
  { tables = {}, columns = {}, indexes = [] }: Added,
  more?: (db: Db) => Promise<unknown>,
): Migration => ({
  version,
  name,
  kind: 'expand',
  async up(db) {
    for (const [table, definition] of Object.entries(tables)) await createTable(db, table, definition)
    for (const [table, added] of Object.entries(columns)) await addColumns(db, table, added)
    for (const [table, ...indexed] of indexes) await createIndex(db, table, indexed)
    await more?.(db)
  },
})

const typeOf = (kind: string) => kind.replace('?', '') as 'text' | 'bigint' | 'integer'

async function createTable(
  db: Db,
  name: string,
  { columns, primaryKey, unique, indexes }: Table,
): Promise<void> {
  let builder = db.schema.createTable(name)
  for (const [column, kind] of Object.entries(columns)) {
    const type = typeOf(kind)
    builder = builder.addColumn(column, type, built => {
      const filled = column === 'version' && type === 'integer' ? built.defaultTo(1) : built
      return kind.endsWith('?') ? filled : filled.notNull()
    })
  }
  builder = builder.addPrimaryKeyConstraint(`${name}_pk`, [...primaryKey] as never)
  for (const key of unique ?? []) {
    builder = builder.addUniqueConstraint(`${name}_${key.join('_')}_key`, [...key] as never)
  }
  await builder.execute()
  for (const indexed of indexes ?? []) await createIndex(db, name, indexed)
}

async function addColumns(db: Db, table: string, columns: Columns): Promise<void> {
  for (const [column, kind] of Object.entries(columns))
    await db.schema
      .alterTable(table)
      .addColumn(column, typeOf(kind), built => (kind.endsWith('?') ? built : built.notNull().defaultTo(0)))
      .execute()
}

async function createIndex(db: Db, table: string, columns: readonly string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}_idx`)
    .on(table)
    .columns([...columns])
    .execute()
}
