import { sql } from 'kysely'
import { Database, rowsOf } from '#server/store/sqlite.ts'

export function rowCountsOf(file: string): Record<string, number> {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const tables = rowsOf(
      database,
      sql<{ name: string }>`
        select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`,
    )
    return Object.fromEntries(
      tables.map(({ name }) => {
        const [row] = rowsOf(database, sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`)
        return [name, row?.rows ?? 0]
      }),
    )
  } finally {
    database.close()
  }
}
