import { readFile } from 'node:fs/promises'
import { parseCsv } from '#server/cli/csv.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { stampMaster } from '#server/store/master.ts'
import type { Db, Tables } from '#server/store/tables.ts'

const COLUMNS = ['code', 'chain', 'nameTh', 'branch', 'province', 'receiptNoHint', 'active'] as const
const REQUIRED = ['code', 'chain', 'nameTh', 'branch', 'province'] as const
const MAX_LENGTH = 200
const MAX_PROBLEMS = 20

type Column = (typeof COLUMNS)[number]
type StoreRow = Tables['store']

/** The stores that take part. */
export const storeVerbs: readonly Verb[] = [
  {
    name: 'store import',
    usage: 'FILE.csv [--only] [--dry-run]',
    summary: 'Add and change stores from a spreadsheet.',
    help: [
      `Columns, named in the first line, in any order: ${COLUMNS.join(', ')}.`,
      'A store is known by its code, which is also what the QR at its counter holds: with a code that is there',
      'already it is changed, with a new one it is added. province is the official number or the name, Thai or',
      'English. receiptNoHint tells customers where the number stands; active is 1 (or empty) or 0.',
      'With --only, stores that are not in the file leave the campaign. --dry-run shows what would be done.',
      'If any line is wrong, all wrong lines are named and nothing is imported.',
      '',
      'Example: store import stores.csv --dry-run',
    ],
    options: { only: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
    args: { min: 1, max: 1 },
    run: importStores,
  },
]

async function importStores(context: Context): Promise<Outcome> {
  const { db, options } = context
  const path = context.args[0] ?? ''
  const rows = await readRows(db, await readText(path))
  const existing = await db.selectFrom('store').selectAll().execute()
  const byCode = new Map(existing.map(store => [store.code, store]))
  const wanted = new Set(rows.map(row => row.code))
  const added = rows.filter(row => !byCode.has(row.code))
  const changed = rows.filter(row => differs(row, byCode.get(row.code)))
  const removed = options.only ? existing.filter(store => store.active === 1 && !wanted.has(store.code)) : []
  if (!options['dry-run']) {
    await write(db, { added, changed, removed, nextId: Math.max(0, ...existing.map(store => store.id)) + 1 })
  }
  const counts = { added: added.length, changed: changed.length, removed: removed.length, total: rows.length }
  const verb = options['dry-run'] ? 'Would add' : 'Added'
  return {
    lines: [
      `${verb} ${counts.added}, change ${counts.changed}, remove ${counts.removed} of ${counts.total} lines.`,
    ],
    data: { ...counts, dryRun: options['dry-run'] === true },
    detail: { file: path, ...counts, dryRun: options['dry-run'] === true },
  }
}

type Imported = Omit<StoreRow, 'id'>

const differs = (row: Imported, store: StoreRow | undefined): boolean =>
  store !== undefined && (Object.keys(row) as (keyof Imported)[]).some(key => row[key] !== store[key])

async function write(
  db: Db,
  work: { added: Imported[]; changed: Imported[]; removed: StoreRow[]; nextId: number },
): Promise<void> {
  for (const [index, row] of work.added.entries()) {
    await db
      .insertInto('store')
      .values({ id: work.nextId + index, ...row })
      .execute()
  }
  for (const row of work.changed)
    await db.updateTable('store').set(row).where('code', '=', row.code).execute()
  for (const { id } of work.removed)
    await db.updateTable('store').set({ active: 0 }).where('id', '=', id).execute()
  await stampMaster(db)
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => {
    throw new CliError(`${path}: cannot be read`)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CliError(`${path}: is not UTF-8 text; save it as "CSV UTF-8"`)
  }
}

async function readRows(db: Db, text: string): Promise<Imported[]> {
  const [head, ...records] = parseCsv(text)
  const columns = columnsOf(head?.fields ?? [])
  const provinces = await provinceIds(db)
  const problems: string[] = []
  const lines = new Map<string, number>()
  const rows = records.map(({ line, fields }) => {
    const cell = (column: Column): string => fields[columns.indexOf(column)] ?? ''
    const wrong = wrongOf(cell, provinces)
    const before = lines.get(cell('code'))
    if (before !== undefined) wrong.push(`code: "${cell('code')}" stands on line ${before} too`)
    lines.set(cell('code'), line)
    problems.push(...wrong.map(what => `line ${line}: ${what}`))
    return {
      code: cell('code'),
      chain: cell('chain'),
      name_th: cell('nameTh'),
      branch: cell('branch'),
      province_id: provinces.get(cell('province').toLowerCase()) ?? 0,
      receipt_no_hint: cell('receiptNoHint') || null,
      active: cell('active') === '0' ? 0 : 1,
    }
  })
  if (rows.length === 0) problems.push('there is no store in it')
  if (problems.length > 0) throw new CliError(listed(problems))
  return rows
}

function columnsOf(head: readonly string[]): readonly string[] {
  const unknown = head.filter(name => !COLUMNS.some(column => column === name))
  if (unknown.length > 0) throw new CliError(`line 1: unknown columns: ${unknown.join(', ')}`)
  const missing = REQUIRED.filter(column => !head.includes(column))
  if (missing.length > 0) throw new CliError(`line 1: missing columns: ${missing.join(', ')}`)
  return head
}

function wrongOf(cell: (column: Column) => string, provinces: ReadonlyMap<string, number>): string[] {
  const wrong: string[] = []
  for (const column of REQUIRED) if (cell(column) === '') wrong.push(`${column}: is empty`)
  for (const column of COLUMNS) if (cell(column).length > MAX_LENGTH) wrong.push(`${column}: is too long`)
  const province = cell('province')
  if (province !== '' && !provinces.has(province.toLowerCase())) wrong.push(`province: "${province}" is none`)
  if (!['', '0', '1'].includes(cell('active'))) wrong.push('active: is neither 0 nor 1')
  return wrong
}

/** Province numbers by number and by both names. */
async function provinceIds(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('province').selectAll().execute()
  return new Map(
    rows.flatMap(({ id, name_th, name_en }) =>
      [String(id), name_th, name_en].map((name): [string, number] => [name.toLowerCase(), id]),
    ),
  )
}

function listed(problems: readonly string[]): string {
  const more = problems.length - MAX_PROBLEMS
  return [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
