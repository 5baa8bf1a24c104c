import type { Progress } from '#server/cli/terminal-types.ts'
import { readTextFile } from '#server/cli/text-file.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import { withProgress } from '#server/cli/with-progress.ts'
import { type ImportedStore, readStores, STORE_COLUMNS } from '#server/data/stores-csv.ts'
import { updateMasterVersion } from '#server/store/master.ts'
import type { Db, Tables } from '#server/store/tables.ts'

type StoreRow = Tables['store']

export const storeVerbs: readonly Verb[] = [
  {
    name: 'store import',
    usage: 'FILE.csv [--only]',
    summary: 'Add and update stores from a CSV file.',
    help: [
      `Columns, named in the first line, in any order: ${STORE_COLUMNS.join(', ')}.`,
      'The code identifies a store, and the QR code at its counter contains it: an existing code updates the store, a new',
      'code adds one. province is the official number or the Thai or English name. receiptNoHint tells customers where',
      'to find the receipt number. active is 1 (or empty) or 0.',
      'With --only, stores that are not in the file are removed from the campaign.',
      'If any line is wrong, all wrong lines are listed and nothing is imported.',
      '',
      'Example: store import stores.csv --dry-run',
    ],
    options: { only: { type: 'boolean' } },
    args: { min: 1, max: 1 },
    dryRun: true,
    run: importStores,
  },
]

async function importStores(context: Context): Promise<Outcome> {
  const { db, options, dryRun, progress } = context
  const path = context.args[0] ?? ''
  const rows = await readStores(db, await readTextFile(path))
  const existing = await db.selectFrom('store').selectAll().execute()
  const byCode = new Map(existing.map(store => [store.code, store]))
  const wanted = new Set(rows.map(row => row.code))
  const added = rows.filter(row => !byCode.has(row.code))
  const changed = rows.filter(row => differs(row, byCode.get(row.code)))
  const removed = options.only ? existing.filter(store => store.active === 1 && !wanted.has(store.code)) : []
  const nextId = Math.max(0, ...existing.map(store => store.id)) + 1
  await write(db, { added, changed, removed, nextId }, progress)
  const counts = { added: added.length, changed: changed.length, removed: removed.length, total: rows.length }
  const [add, change, remove] = dryRun ? ['Would add', 'change', 'remove'] : ['Added', 'changed', 'removed']
  return {
    lines: [
      `${add} ${counts.added}, ${change} ${counts.changed}, ${remove} ${counts.removed} of ${counts.total} lines.`,
    ],
    data: counts,
    detail: { file: path, ...counts },
  }
}

const differs = (row: ImportedStore, store: StoreRow | undefined): boolean =>
  store !== undefined && (Object.keys(row) as (keyof ImportedStore)[]).some(key => row[key] !== store[key])

async function write(
  db: Db,
  work: { added: ImportedStore[]; changed: ImportedStore[]; removed: StoreRow[]; nextId: number },
  progress: Progress,
): Promise<void> {
  for (const [index, row] of withProgress(progress, 'Adding', [...work.added.entries()])) {
    await db
      .insertInto('store')
      .values({ id: work.nextId + index, ...row })
      .execute()
  }
  for (const row of withProgress(progress, 'Changing', work.changed))
    await db.updateTable('store').set(row).where('code', '=', row.code).execute()
  for (const { id } of work.removed)
    await db.updateTable('store').set({ active: 0 }).where('id', '=', id).execute()
  await updateMasterVersion(db)
}
