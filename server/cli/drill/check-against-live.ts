import { existsSync } from 'node:fs'
import { type RawBuilder, sql } from 'kysely'
import { MINUTE_MS } from '#contract/time.ts'
import { type Finding, fail, ok, skip } from '#server/cli/checks.ts'
import type { ImageRef } from '#server/images/store.ts'
import { Database, rowsOf } from '#server/store/sqlite.ts'

/**
 * A call that was in progress when the backup began can commit later than the time in its rows: a photo takes up to 2
 * minutes.
 */
const MARGIN_MS = 5 * MINUTE_MS
/** A backup must contain every row of these tables that was created before the backup. */
const TABLES = ['customer', 'receipt', 'ticket'] as const

type Copy = {
  readonly file: string
  /** When the backup was made, in milliseconds since 1970. */
  readonly at: number
  /** Photos with a row but no file in the copy. */
  readonly missing: readonly ImageRef[]
}
/** `missing`: how many of the missing photos the running campaign still has; null if not compared. */
export type Compared = { readonly finding: Finding; readonly missing: number | null }

/**
 * Compares the copy with the running campaign, opened read-only: the campaign's audit log must contain every audit
 * entry of the backup, and the backup every row that was created before it.
 */
export function checkAgainstLive(liveFile: string | null, { file, at, missing }: Copy): Compared {
  if (liveFile === null || !existsSync(liveFile))
    return { finding: skip('not compared, because DATA_DIR contains no campaign'), missing: null }
  const live = new Database(liveFile, { readonly: true, fileMustExist: true })
  try {
    live.pragma('busy_timeout = 5000')
    live.prepare('attach ? as copy').run(file)
    const problems = [...foreignEntries(live), ...TABLES.flatMap(table => lackingRows(live, table, at))]
    const has = live.prepare('select 1 from main.image where customer_id = ? and sha256 = ?')
    return {
      finding:
        problems.length > 0
          ? fail(problems.join('; '))
          : ok('has every audit entry of the backup, and no older rows that are missing in the backup'),
      missing: missing.filter(({ customerId, sha256 }) => has.get(customerId, sha256)).length,
    }
  } finally {
    live.close()
  }
}

function foreignEntries(live: Database): string[] {
  const count = countOf(
    live,
    sql<{ rows: number }>`select count(*) as rows from copy.audit as one
      where not exists (select 1 from main.audit as own where own.seq = one.seq and own.hash = one.hash)`,
  )
  return count === 0
    ? []
    : [
        `${count} audit entries of the backup are not in its audit log: the backup is of another campaign, or of a time before a "restore"`,
      ]
}

function lackingRows(live: Database, table: (typeof TABLES)[number], at: number): string[] {
  const count = countOf(
    live,
    sql<{ rows: number }>`select count(*) as rows from ${sql.table(`main.${table}`)} as own
      where own.created_at < ${at - MARGIN_MS}
        and not exists (select 1 from ${sql.table(`copy.${table}`)} as one where one.id = own.id)`,
  )
  return count === 0 ? [] : [`${count} rows of ${table} are older than the backup, but not in it`]
}

const countOf = (live: Database, query: RawBuilder<{ rows: number }>): number =>
  rowsOf(live, query)[0]?.rows ?? 0
