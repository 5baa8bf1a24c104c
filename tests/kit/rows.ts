import type { Insertable, Selectable } from 'kysely'
import type { Db, Tables } from '#server/store/tables.ts'

/** These functions access the rows of a server's database. `having` selects the rows that have these values. */

type Server = { readonly db: Db }
type Table = keyof Tables
type Row<T extends Table> = Selectable<Tables[T]>
type Having<T extends Table> = Partial<Row<T>>

type Filter<Q> = { where(column: never, operator: '=' | 'is', value: never): Q }

const filtered = <Q extends Filter<Q>>(query: Q, having: object): Q =>
  Object.entries(having).reduce(
    (some, [column, value]) => some.where(column as never, value === null ? 'is' : '=', value as never),
    query,
  )

export async function rowsOf<T extends Table>({ db }: Server, table: T, having: Having<T> = {}) {
  const rows: unknown = await filtered(db.selectFrom(table as 'customer').selectAll(), having).execute()
  return rows as Row<T>[]
}

/** Like `rowsOf`, but returns only these columns. */
export async function columnsOf<T extends Table, C extends keyof Row<T>>(
  { db }: Server,
  table: T,
  columns: readonly C[],
  having: Having<T> = {},
) {
  const query = db.selectFrom(table as 'customer').select(columns as never)
  const rows: unknown = await filtered(query, having).execute()
  return rows as Pick<Row<T>, C>[]
}

/** Returns the first row that matches `having`. Throws if there is none. */
export async function rowOf<T extends Table>({ db }: Server, table: T, having: Having<T> = {}) {
  const row: unknown = await filtered(
    db.selectFrom(table as 'customer').selectAll(),
    having,
  ).executeTakeFirstOrThrow()
  return row as Row<T>
}

export const insert = <T extends Table>(
  { db }: Server,
  table: T,
  values: Insertable<Tables[T]> | readonly Insertable<Tables[T]>[],
) =>
  db
    .insertInto(table as 'customer')
    .values(values as never)
    .execute()

export const update = <T extends Table>({ db }: Server, table: T, set: Having<T>, having: Having<T> = {}) =>
  filtered(db.updateTable(table as 'customer').set(set as never), having).execute()

export const remove = <T extends Table>({ db }: Server, table: T, having: Having<T> = {}) =>
  filtered(db.deleteFrom(table as 'customer'), having).execute()
