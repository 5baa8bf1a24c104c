import type { SetUpChange } from '#contract/desk/set-up.ts'
import type { ImportedStore, StoreLine } from '#server/data/stores-csv.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'
import {
  countsOf,
  importStores,
  plannedStores,
  type StoreRow,
  type StoresPlan,
  storeLines,
  validStores,
} from '#server/set-up/stores.ts'
import { countRegistered } from '#server/set-up/terms.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { type Around, counted, type Line, type Plan } from './plan.ts'

type Change = Extract<SetUpChange, { kind: 'stores' }>

/** Ids per statement. Both databases limit the number of parameters. */
const BATCH = 500

export class WrongLines extends SetUpRefusal {
  readonly lines: readonly Line[]

  constructor(refusal: SetUpRefusal, lines: readonly Line[]) {
    super(refusal.code, refusal.message, refusal.values)
    this.lines = lines
  }
}

/** Throws WrongLines if any line is invalid. */
export async function planStores({ db }: Around, { csv, only, fileName }: Change): Promise<Plan> {
  const lines = await storeLines(db, csv)
  const stores = requireValid(lines)
  const plan = await plannedStores(db, stores, only)
  const closing = plan.changed.filter(({ before, after }) => before.active === 1 && after.active === 0)
  const gone = [...plan.removed, ...closing.map(({ before }) => before)]
  const changes = plan.added.length + plan.changed.length + plan.removed.length
  if (changes === 0) throw new SetUpRefusal('NOTHING', 'Nothing to import')
  const provinces = await provinceNames(db)
  return {
    differences: [],
    effects: [
      ...counted('stores-new', plan.added.length),
      ...counted('stores-changed', plan.changed.length),
      ...counted('stores-removed', gone.length, { isWarning: true }),
      ...counted('stores-same', stores.length - plan.added.length - plan.changed.length),
      ...counted('removed-receipts', await receiptsOf(db, gone), { isWarning: true }),
      ...counted('stores-load', await countRegistered(db)),
    ],
    lines: shownLines(lines, plan, provinces),
    async apply() {
      await importStores(db, plan)
      return { file: fileName, ...countsOf(plan), removedCodes: plan.removed.map(({ code }) => code) }
    },
  }
}

function requireValid(lines: readonly StoreLine[]): readonly ImportedStore[] {
  try {
    return validStores(lines)
  } catch (error) {
    if (!(error instanceof SetUpRefusal)) throw error
    const wrong = lines
      .filter(({ problems }) => problems.length > 0)
      .map(({ line, store, problems }) => ({
        line,
        code: store.code,
        name: nameOf(store),
        what: 'refused' as const,
        differences: [],
        problems: problems.map(one => ({ ...one })),
      }))
    throw new WrongLines(error, wrong)
  }
}

async function receiptsOf(db: Db, stores: readonly StoreRow[]): Promise<number> {
  let sum = 0
  for (let at = 0; at < stores.length; at += BATCH) {
    const ids = stores.slice(at, at + BATCH).map(({ id }) => id)
    sum += await countOf(
      db.selectFrom('receipt').where('status', '=', 'pending').where('store_id', 'in', ids),
    )
  }
  return sum
}

async function provinceNames(db: Db): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('province').select(['id', 'name_th']).execute()
  return new Map(rows.map(({ id, name_th }) => [id, name_th]))
}

const nameOf = (store: ImportedStore): string => `${store.name_th} ${store.branch}`.trim()

function shownLines(
  lines: readonly StoreLine[],
  { added, changed, removed }: StoresPlan,
  provinces: ReadonlyMap<number, string>,
): Line[] {
  const isNew = new Set(added.map(({ code }) => code))
  const before = new Map(changed.map(one => [one.after.code, one.before]))
  const shown = (key: keyof ImportedStore, store: ImportedStore): string =>
    key === 'province_id' ? (provinces.get(store.province_id) ?? '') : String(store[key] ?? '')
  const inFile = lines.flatMap(({ line, store }): Line[] => {
    const old = before.get(store.code)
    const common = { line, code: store.code, name: nameOf(store), problems: [] }
    if (isNew.has(store.code)) return [{ ...common, what: 'new', differences: [] }]
    if (!old) return []
    const differences = (Object.keys(store) as (keyof ImportedStore)[])
      .filter(key => store[key] !== old[key])
      .map(key => ({ column: columnOf[key], from: shown(key, old), to: shown(key, store) }))
    return [{ ...common, what: 'changed', differences }]
  })
  const gone = removed.map(
    (store): Line => ({
      line: null,
      code: store.code,
      name: nameOf(store),
      what: 'removed',
      differences: [],
      problems: [],
    }),
  )
  return [...inFile, ...gone]
}

const columnOf: Readonly<Record<keyof ImportedStore, string>> = {
  code: 'code',
  chain: 'chain',
  name_th: 'nameTh',
  branch: 'branch',
  province_id: 'province',
  receipt_no_hint: 'receiptNoHint',
  chain_en: 'chainEn',
  name_en: 'nameEn',
  branch_en: 'branchEn',
  receipt_no_hint_en: 'receiptNoHintEn',
  receipt_no_pattern: 'receiptNoPattern',
  receipt_no_place: 'receiptNoPlace',
  active: 'active',
}
