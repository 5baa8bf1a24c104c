import { Database } from '#server/store/sqlite.ts'

/** Returns the number of rows of each table of an SQLite file, sorted by name. */
export function rowCountsOf(file: string): Record<string, number> {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const tables = database
      .prepare<[], { name: string }>(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all()
    return Object.fromEntries(
      tables.map(({ name }) => {
        const row = database.prepare<[], { rows: number }>(`select count(*) as rows from "${name}"`).get()
        return [name, row?.rows ?? 0]
      }),
    )
  } finally {
    database.close()
  }
}
