import { sql } from 'kysely'
import { type Finding, fail, ok, warn } from '#server/cli/checks.ts'
import { fileBytes, MAX_REWRITTEN_BYTES } from '#server/store/rewrite-file.ts'
import { isSqliteError } from '#server/store/sqlite.ts'
import type { Db } from '#server/store/tables.ts'
import type { Context } from './verb.ts'

/**
 * On SQLite, reads every page in the command's own process, so that the server keeps responding. On PostgreSQL, checks
 * whether page checksums are enabled.
 */
export async function databaseCheck({ db, dialect }: Pick<Context, 'db' | 'dialect'>): Promise<Finding> {
  return dialect === 'postgres' ? checksumCheck(db) : pageCheck(db)
}

export async function pageCheck(db: Db, maxBytes = MAX_REWRITTEN_BYTES): Promise<Finding> {
  const problems = await damageIn(db)
  if (problems.length > 0) return fail(`${damaged(problems)} ${WHAT_TO_DO}`)
  const bytes = await fileBytes(db)
  if (bytes > maxBytes)
    return warn(
      `the file has ${Math.round(bytes / 1e6)} MB, too many to be rewritten each night, so it can keep erased data in unused parts of its pages: \`backup\` and \`restore\` it, or move to PostgreSQL with \`db copy\``,
    )
  return ok('SQLite can read every page, and the indexes fit the tables')
}

export const isDamaged = (error: unknown): boolean =>
  isSqliteError(error) && /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code))

export const WHAT_TO_DO =
  'Stop the server, keep a copy of all files in DATA_DIR, check the disk, and `restore` the newest backup that `drill` finds good.'

export const damaged = (problems: readonly string[]): string =>
  `SQLite finds damage in the database: ${problems.join('; ')}.`

/**
 * Returns the problems that SQLite finds in its pages and indexes. SQLite has no checksums, so a changed value is found
 * only if an index contains it.
 */
export async function damageIn(db: Db): Promise<readonly string[]> {
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(db)
    return rows.map(row => row.integrity_check).filter(found => found !== 'ok')
  } catch (error) {
    if (isDamaged(error)) return [(error as Error).message]
    throw error
  }
}

async function checksumCheck(db: Db): Promise<Finding> {
  const { rows: settings } = await sql<{ data_checksums: string }>`show data_checksums`.execute(db)
  if (settings[0]?.data_checksums !== 'on')
    return warn(
      'data checksums are off, so PostgreSQL does not detect damaged pages: stop it, run `pg_checksums --enable`, and start it again',
    )
  const { rows } = await sql<{ failures: string | null }>`
    select sum(checksum_failures) as failures from pg_stat_database`.execute(db)
  const failures = Number(rows[0]?.failures ?? 0)
  return failures === 0
    ? ok('data checksums are on, and PostgreSQL has found no damaged page')
    : fail(
        `PostgreSQL has found ${failures} damaged pages since its statistics were reset: check the disk, and restore a backup (pg_stat_database shows which database and when)`,
      )
}
