import type { Kysely } from 'kysely'
import type { Tables } from '#server/store/tables.ts'

/** One step of the schema. `up` runs inside a transaction; steps that have been released never change. */
export type Migration = {
  readonly version: number
  readonly name: string
  readonly up: (db: Kysely<Tables>) => Promise<void>
}

/** A column's type; `?` allows null. Texts have no length here: the contract bounds them. */
type Column = 'text' | 'text?' | 'bigint' | 'bigint?' | 'integer' | 'integer?'

type Definition = {
  readonly columns: Readonly<Record<string, Column>>
  readonly primaryKey: readonly string[]
  readonly unique?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
}

/** Creates a table with its keys and indexes, in words that SQLite and PostgreSQL both understand. */
export async function createTable(db: Kysely<Tables>, name: string, definition: Definition): Promise<void> {
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
