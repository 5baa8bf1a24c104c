import { existsSync } from 'node:fs'
import { appendAudit } from '#server/audit/log.ts'
import { table } from '#server/cli/table.ts'
import { takenOverLines, takeOverDecisions } from '#server/cli/take-over-decisions.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { parsers } from '#server/settings/parsers.ts'
import { CopyRefused, copyCampaign, hasUnfinishedCopy, requireFree } from '#server/store/copy/copy.ts'
import { digestOf } from '#server/store/copy/rows.ts'
import { isSealed, unsealSqlite } from '#server/store/copy/seal.ts'
import { copiedTables } from '#server/store/copy/tables.ts'
import { beginEpoch } from '#server/store/epoch.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { readingSqlite } from '#server/store/sqlite.ts'
import type { Db } from '#server/store/tables.ts'

export const dbVerbs: readonly Verb[] = [
  {
    name: 'db copy',
    usage: 'postgres://USER@HOST:PORT/NAME?sslmode=verify-full',
    summary: 'Move the campaign from SQLite to PostgreSQL. The server may keep running.',
    help: [
      'Copies all rows to an empty database, makes the SQLite database read-only, copies the rows that changed since,',
      'and compares every table by row count and hash. While the SQLite database is read-only, the running server answers',
      'writes with 503; phones keep their jobs and send them again. Afterwards, restart the server with DATABASE_URL set.',
      'If a step fails, the SQLite database becomes writable again and nothing is lost.',
      'Photos are not copied. You can put the password in PGPASSWORD or ~/.pgpass instead of the address.',
      '',
      'Example: db copy "postgres://campaign@db.internal:5432/campaign?sslmode=verify-full" --dry-run',
    ],
    dryRun: true,
    mode: 'without-transaction',
    run: copy,
  },
  {
    name: 'db reopen',
    summary: 'Undo "db copy": make the SQLite database writable again.',
    help: [
      'Use this only if no server has run on the copy: anything that customers sent to the copy is missing here.',
    ],
    async run(context) {
      const { db } = context
      requireSqlite(context)
      const was = await isSealed(db)
      await unsealSqlite(db)
      const line = was ? 'The database is writable again.' : 'The database was not read-only.'
      return { lines: [line], data: { reopened: was }, detail: { reopened: was } }
    },
  },
  {
    name: 'db restored',
    usage: '[--replaced FILE|postgres://…]',
    summary: 'Tell the server that the database was restored, if it cannot detect this.',
    help: [
      'Phones then check the receipts that they sent in the last week, and offer to send the missing ones again. The server',
      'detects a restored "backup", pg_restore, a point-in-time recovery and a promoted standby automatically. It does not',
      'detect a disk snapshot, a copied SQLite file or a data-only dump. An unnecessary run is harmless.',
      '--replaced takes the replaced database, if it can still be read: receipts that were refused or removed in it',
      'since the backup are taken over, so no phone offers them. Customers who have left are erased again, blocked ones are',
      'blocked again, and choices about LINE messages are kept. Use it before the server starts. `restore` does this',
      'automatically.',
      '',
      'Example: db restored --replaced postgres://campaign@db.internal:5432/campaign_old?sslmode=verify-full',
    ],
    run: restored,
  },
]

async function restored({ db, now, random, options }: Context): Promise<Outcome> {
  const from = options.replaced
  const takenOver =
    typeof from === 'string' ? await reading(from, old => takeOverDecisions(old, db, { now, random })) : null
  await beginEpoch(db, random)
  const detail = takenOver === null ? {} : { takenOver }
  return {
    lines: [
      ...(takenOver === null ? [] : takenOverLines(takenOver)),
      'Phones will compare their receipts with the campaign the next time the app is opened.',
    ],
    detail,
  }
}

/** Throws CliError if the other database cannot be read. */
async function reading<T>(name: string, run: (db: Db) => Promise<T>): Promise<T> {
  const url = parsers.databaseUrl(name)
  if (!url.ok && !existsSync(name)) throw new CliError(`--replaced: ${name}: cannot read the file`)
  try {
    if (!url.ok) return await readingSqlite(name, run)
    const db = openPostgres(url.value, { max: 1 })
    return await run(db).finally(() => db.destroy())
  } catch (error) {
    throw explained(error, url.ok ? new URL(url.value).host : name)
  }
}

async function copy(context: Context): Promise<Outcome> {
  const { db, args, actor, now, dryRun, progress } = context
  requireSqlite(context)
  const url = parsers.databaseUrl(args[0] ?? '')
  if (!url.ok) throw new CliError(`The address ${url.why}`)
  const target = openPostgres(url.value, { max: 2 })
  const { hostname, pathname } = new URL(url.value)
  const where = `${hostname}${pathname}`
  try {
    // If the source is sealed but the copy is unfinished, an earlier run was killed. This run may copy again.
    if ((await isSealed(db)) && !(await hasUnfinishedCopy(target)))
      throw new CliError('The campaign has already been moved; "db reopen" reverts the move.')
    if (dryRun) return await previewCopy(context, target, where)
    const copied = await copyCampaign(db, target, now, progress)
    const rows = Object.values(copied).reduce((sum, one) => sum + one.rows, 0)
    await target
      .transaction()
      .execute(trx =>
        appendAudit(trx, { at: now, actor, action: 'db copy', detail: { from: 'sqlite', rows } }),
      )
    return {
      lines: [
        ...table(
          ['table', 'rows', 'hash'],
          copiedTables.map(name => [name, String(copied[name].rows), copied[name].hash.slice(0, 16)]),
        ),
        '',
        `Copied ${rows} rows to ${where}; row counts and hashes match. The SQLite database is now read-only.`,
        'Stop the server, set DATABASE_URL, and start it again.',
      ],
      data: { to: where, rows, tables: copied },
      detail: { to: where, rows },
    }
  } catch (error) {
    throw explained(error, where)
  } finally {
    await target.destroy()
  }
}

/** Throws CopyRefused if the target cannot receive a copy. */
async function previewCopy(
  { db, progress }: Context,
  target: Parameters<typeof requireFree>[0],
  where: string,
) {
  await requireFree(target)
  const bar = progress('Reading', null)
  const found: string[][] = []
  let rows = 0
  for (const name of copiedTables) {
    const digest = await digestOf(db, name, bar.step)
    rows += digest.rows
    found.push([name, String(digest.rows)])
  }
  bar.end()
  return {
    lines: [...table(['table', 'rows'], found), '', `Would copy ${rows} rows to ${where}, which is empty.`],
    data: { to: where, rows },
    detail: { to: where, rows },
  }
}

function explained(error: unknown, where: string): unknown {
  if (error instanceof CopyRefused) return new CliError(error.message)
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return new CliError(`${where}: ${String(message) || code}`)
  return error
}

function requireSqlite({ dialect }: Context): void {
  if (dialect !== 'sqlite') throw new CliError('DATABASE_URL: the campaign already uses PostgreSQL')
}
