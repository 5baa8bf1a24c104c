import { QuoteError } from '#server/data/csv.ts'
import { ColumnsError, type ImportedStore, readStoreLines, type StoreLine } from '#server/data/stores-csv.ts'
import { updateMasterVersion } from '#server/store/master.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { SetUpRefusal } from './refusal.ts'

export type StoreRow = Tables['store']

export type StoresPlan = {
  readonly added: readonly ImportedStore[]
  readonly changed: readonly { readonly before: StoreRow; readonly after: ImportedStore }[]
  /** Stores that will no longer take part. Receipts and used rewards still refer to them. */
  readonly removed: readonly StoreRow[]
  readonly total: number
}

const nothing = { each: <T>(_: string, items: readonly T[]): Iterable<T> => items }
type Steps = typeof nothing

/** Compares a list of stores with the database. With `only`, stores that are missing from the list are removed. */
export async function plannedStores(
  db: Db,
  rows: readonly ImportedStore[],
  only: boolean,
): Promise<StoresPlan> {
  const existing = await db.selectFrom('store').selectAll().execute()
  const byCode = new Map(existing.map(store => [store.code, store]))
  const wanted = new Set(rows.map(row => row.code))
  return {
    added: rows.filter(row => !byCode.has(row.code)),
    changed: rows.flatMap(after => {
      const before = byCode.get(after.code)
      return before && differs(after, before) ? [{ before, after }] : []
    }),
    removed: only ? existing.filter(store => store.active === 1 && !wanted.has(store.code)) : [],
    total: rows.length,
  }
}

const differs = (row: ImportedStore, store: StoreRow): boolean =>
  (Object.keys(row) as (keyof ImportedStore)[]).some(key => row[key] !== store[key])

export async function importStores(db: Db, plan: StoresPlan, steps: Steps = nothing): Promise<void> {
  const last = await db
    .selectFrom('store')
    .select(eb => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const nextId = Number(last?.id ?? 0) + 1
  for (const [index, row] of steps.each('Adding', [...plan.added.entries()]))
    await db
      .insertInto('store')
      .values({ id: nextId + index, ...row })
      .execute()
  for (const { after } of steps.each('Changing', plan.changed))
    await db.updateTable('store').set(after).where('code', '=', after.code).execute()
  for (const { id } of plan.removed)
    await db.updateTable('store').set({ active: 0 }).where('id', '=', id).execute()
  await updateMasterVersion(db)
}

export const countsOf = ({ added, changed, removed, total }: StoresPlan) => ({
  added: added.length,
  changed: changed.length,
  removed: removed.length,
  total,
})

/** Returns the lines with their problems. Throws SetUpRefusal if it is not a list of stores. */
export async function storeLines(db: Db, csv: string): Promise<StoreLine[]> {
  try {
    const lines = await readStoreLines(db, csv)
    if (lines.length === 0) throw new SetUpRefusal('CSV_EMPTY', 'the file contains no stores')
    return lines
  } catch (error) {
    if (error instanceof QuoteError) throw new SetUpRefusal('CSV_QUOTE', error.message, { line: error.line })
    if (error instanceof ColumnsError)
      throw new SetUpRefusal('CSV_COLUMNS', error.message, {
        what: error.what,
        columns: error.columns.join(', ').slice(0, 200),
      })
    throw error
  }
}

/** Throws SetUpRefusal if any line is invalid, because half a list would be worse than none. */
export function validStores(lines: readonly StoreLine[]): readonly ImportedStore[] {
  const wrong = lines.filter(({ problems }) => problems.length > 0).length
  if (wrong > 0) throw new SetUpRefusal('CSV_LINES', `${wrong} lines are wrong`, { lines: wrong })
  return lines.map(({ store }) => store)
}
