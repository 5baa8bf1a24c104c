import { appendAudit } from '#server/cli/audit.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { parsers } from '#server/settings/parsers.ts'
import { CopyRefused, copyCampaign, requireFree, wasBegun } from '#server/store/copy/copy.ts'
import { digestOf } from '#server/store/copy/rows.ts'
import { isSealed, unsealSqlite } from '#server/store/copy/seal.ts'
import { copiedTables } from '#server/store/copy/tables.ts'
import { openPostgres } from '#server/store/postgres.ts'

/** Moving a campaign from one database to another. */
export const dbVerbs: readonly Verb[] = [
  {
    name: 'db copy',
    usage: 'postgres://USER@HOST:PORT/NAME',
    summary: 'Move the campaign from SQLite to PostgreSQL while the server runs.',
    help: [
      'Copies everything into an empty database, then closes the SQLite database for writing, copies what has changed',
      'meanwhile, and compares every table by count and hash. From the closing on the running server answers writes',
      'with 503 "come back later"; phones keep what they have and send it again. Then start the server anew with',
      'DATABASE_URL set. Where something fails, the SQLite database is open again and nothing is lost.',
      'The photos are not touched. The password may stand in PGPASSWORD or ~/.pgpass instead of in the address.',
      '',
      'Example: db copy postgres://campaign@db.internal:5432/campaign --dry-run',
    ],
    args: { min: 1, max: 1 },
    dryRun: true,
    mode: 'alone',
    run: copy,
  },
  {
    name: 'db reopen',
    usage: '',
    summary: 'Stay with SQLite after all: open the database again that "db copy" has closed.',
    help: [
      'Only while no server has run on the copy: what customers have sent there is not here. Check before you use it.',
    ],
    args: { min: 0, max: 0 },
    async run(context) {
      const { db } = context
      requireSqlite(context)
      const was = await isSealed(db)
      await unsealSqlite(db)
      const line = was ? 'The database is open for writing again.' : 'The database was not closed.'
      return { lines: [line], data: { reopened: was }, detail: { reopened: was } }
    },
  },
]

async function copy(context: Context): Promise<Outcome> {
  const { db, args, actor, now, dryRun, progress } = context
  requireSqlite(context)
  const url = parsers.databaseUrl(args[0] ?? '')
  if (!url.ok) throw new CliError(`The address ${url.why}`)
  const target = openPostgres(url.value, { max: 2 })
  const { hostname, pathname } = new URL(url.value)
  const where = `${hostname}${pathname}`
  try {
    // Closed, and the copy unfinished: the one who did it was killed, and a repeat ends what was begun.
    if ((await isSealed(db)) && !(await wasBegun(target)))
      throw new CliError('The campaign has been moved already; "db reopen" takes that back.')
    if (dryRun) return await look(context, target, where)
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
        `${rows} rows are in ${where}, alike by count and hash. This database is closed for writing.`,
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

/** What there is to copy, and whether the target would take it. */
async function look({ db, progress }: Context, target: Parameters<typeof requireFree>[0], where: string) {
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
    lines: [...table(['table', 'rows'], found), '', `${rows} rows would go to ${where}, which is free.`],
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
  if (dialect !== 'sqlite') throw new CliError('DATABASE_URL: the campaign is on PostgreSQL already')
}
