import type { Kysely } from 'kysely'
import type { Tables } from '#server/store/tables.ts'

export type Db = Kysely<Tables>

/**
 * One step of the schema, run inside a transaction. A released migration must never change. Servers of the previous
 * release keep running during a migration, so an `expand` step may add only things that they can ignore: tables,
 * nullable or defaulted columns, and indexes. A `contract` step removes or restricts something. `unusedSince`, the
 * first release that does not use it, must be published before the step.
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
type Column = 'text' | 'text?' | 'bigint' | 'bigint?' | 'integer' | 'integer?'

type Definition = {
  readonly columns: Readonly<Record<string, Column>>
  readonly primaryKey: readonly string[]
  readonly unique?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
}

/** Creates a table with its keys and indexes, using SQL that works on both SQLite and PostgreSQL. */
export async function createTable(db: Db, name: string, definition: Definition): Promise<void> {
  let builder = db.schema.createTable(name)
  for (const [column, kind] of Object.entries(definition.columns)) {
    const type = kind.replace('?', '') as 'text' | 'bigint' | 'integer'
    builder = builder.addColumn(column, type, built => {
      const filled = column === 'version' && type === 'integer' ? built.defaultTo(1) : built
      return kind.endsWith('?') ? filled : filled.notNull()
    })
  }
  builder = builder.addPrimaryKeyConstraint(`${name}_pk`, [...definition.primaryKey] as never)
  for (const columns of definition.unique ?? []) {
    builder = builder.addUniqueConstraint(`${name}_${columns.join('_')}_key`, [...columns] as never)
  }
  await builder.execute()
  for (const columns of definition.indexes ?? []) {
    await db.schema
      .createIndex(`${name}_${columns.join('_')}_idx`)
      .on(name)
      .columns([...columns])
      .execute()
  }
}
