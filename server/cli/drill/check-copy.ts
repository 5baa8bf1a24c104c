import { auditCheck } from '#server/cli/audit-check.ts'
import type { Manifest } from '#server/cli/backup-format.ts'
import { type Check, type Finding, fail, ok } from '#server/cli/checks.ts'
import { photosIn } from '#server/cli/photos-in.ts'
import { rowCountsOf } from '#server/cli/row-counts.ts'
import type { DataLocation } from '#server/cli/terminal-types.ts'
import { CliError } from '#server/cli/verb.ts'
import { checkStoredDraw } from '#server/draw/check-stored.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { type ImageRef, imageKey } from '#server/images/store.ts'
import { migrate } from '#server/store/migrate.ts'
import { Database, openSqlite } from '#server/store/sqlite.ts'
import type { Db } from '#server/store/tables.ts'

/**
 * Checks that SQLite can read every page and that the database has the manifest's row counts. Call before `migrate`.
 */
export function databaseCheck(file: string, { rows }: Manifest): Finding {
  const database = new Database(file, { readonly: true })
  try {
    const [{ integrity_check: problem } = { integrity_check: 'no answer' }] = database.pragma(
      'integrity_check',
    ) as { integrity_check: string }[]
    if (problem !== 'ok') return fail(`SQLite finds damage: ${problem}`)
  } finally {
    database.close()
  }
  const found = rowCountsOf(file)
  const wrong = Object.keys({ ...found, ...rows }).filter(
    // The restore deleted the rows of unfinished uploads.
    table => rows && table !== 'upload' && found[table] !== rows[table],
  )
  if (wrong.length > 0)
    return fail(
      `other row counts than in the manifest: ${wrong
        .map(table => `${table} ${found[table] ?? 'missing'} instead of ${rows?.[table] ?? 'none'}`)
        .join(', ')}`,
    )
  const total = Object.values(found).reduce((sum, count) => sum + count, 0)
  const counted = rows
    ? 'as counted by the backup'
    : 'not counted by the backup, which an earlier release made'
  return ok(`intact; ${Object.keys(found).length} tables with ${total} rows, ${counted}`)
}

/** `missing`: photos with a row but no file. */
export type CopyChecks = {
  readonly checks: readonly Check[]
  readonly photos: number
  readonly missing: readonly ImageRef[]
}

/** Migrates the copy, as the server does when it starts, and checks its audit log, draw and photos. */
export async function checkCopy(
  { databaseFile, objects }: DataLocation,
  now: number,
  step: (count: number) => void,
): Promise<CopyChecks> {
  const db = openSqlite(databaseFile)
  try {
    await migrate(db, now).catch((error: Error) => {
      throw new CliError(error.message)
    })
    if (!(await db.selectFrom('campaign').select('id').executeTakeFirst()))
      throw new CliError('contains no campaign')
    const checks = [
      { name: 'audit', ...(await auditCheck(db)) },
      { name: 'draw', ...(await drawCheck(db, step)) },
    ]
    const missing: ImageRef[] = []
    let photos = 0
    for await (const photo of photosIn(db)) {
      photos += 1
      if (!(await objects.get(imageKey(photo)))) missing.push(photo)
      step(1)
    }
    return { checks, photos, missing }
  } finally {
    await db.destroy()
  }
}

async function drawCheck(db: Db, step: (tickets: number) => void): Promise<Finding> {
  try {
    const { proved, problems } = await checkStoredDraw(db, step)
    return problems.length > 0 ? fail(problems.join('; ')) : ok(proved.join('; ') || 'not promised yet')
  } catch (error) {
    if (error instanceof DrawRefusal) return fail(error.message)
    throw error
  }
}
