import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

export type PhoneUser = {
  readonly userId: string
  readonly displayName: string
  readonly pictureUrl: string | null
}

/** Copies the open SQLite database to a new file while the server is running. */
export const copyData = (db: Kysely<Tables>, file: string): Promise<unknown> =>
  sql`vacuum into ${file}`.execute(db)

/**
 * Replaces all rows of the open SQLite database with a file's rows in one transaction, so that the server and the
 * command line stay connected. Calls `after` in the same transaction.
 */
export async function replaceData(
  live: Kysely<Tables>,
  file: string,
  after: (db: Kysely<Tables>) => Promise<void> = async () => {},
): Promise<void> {
  await sql`attach database ${file} as source`.execute(live)
  try {
    await inTransaction(live, async db => {
      for (const table of await tablesOf(db)) await replaceRows(db, table)
      await after(db)
    })
  } finally {
    await sql`detach database source`.execute(live)
  }
}

async function tablesOf(db: Kysely<Tables>): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select name from source.sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`.execute(
    db,
  )
  return found.rows.map(({ name }) => name)
}

async function replaceRows(db: Kysely<Tables>, table: string): Promise<void> {
  const found = await sql<{ name: string }>`select name from pragma_table_info(${table}, 'source')`.execute(
    db,
  )
  const columns = sql.join(found.rows.map(({ name }) => sql.ref(name)))
  await sql`delete from main.${sql.table(table)}`.execute(db)
  await sql`insert into main.${sql.table(table)} (${columns}) select ${columns} from source.${sql.table(table)}`.execute(
    db,
  )
}

export async function giveAccount(db: Kysely<Tables>, customerId: string, user: PhoneUser): Promise<void> {
  const { userId, displayName, pictureUrl } = user
  await db
    .updateTable('customer')
    .set({ line_user_id: userId, line_display_name: displayName, line_picture_url: pictureUrl })
    .where('id', '=', customerId)
    .execute()
  await db
    .updateTable('line_identity')
    .set({ line_user_id: userId })
    .where('customer_id', '=', customerId)
    .execute()
}
