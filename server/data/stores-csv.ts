import type { Db, Tables } from '#server/store/tables.ts'
import { parseCsv } from './csv.ts'
import { InputError, problemList } from './input-error.ts'

export const STORE_COLUMNS = [
  'code',
  'chain',
  'nameTh',
  'branch',
  'province',
  'receiptNoHint',
  'chainEn',
  'nameEn',
  'branchEn',
  'receiptNoHintEn',
  'active',
] as const
const REQUIRED = ['code', 'chain', 'nameTh', 'branch', 'province'] as const
const MAX_LENGTH = 200

type Column = (typeof STORE_COLUMNS)[number]
export type ImportedStore = Omit<Tables['store'], 'id'>

/**
 * Parses a CSV list of stores whose first line names the columns. Looks up provinces in the database by
 * number or name. Throws an InputError that lists every invalid line.
 */
export async function readStores(db: Db, text: string): Promise<ImportedStore[]> {
  const [head, ...records] = parseCsv(text)
  const columns = columnsOf(head?.fields ?? [])
  const provinces = await provinceIds(db)
  const problems: string[] = []
  const lines = new Map<string, number>()
  const rows = records.map(({ line, fields }) => {
    const cell = (column: Column): string => fields[columns.indexOf(column)] ?? ''
    const wrong = problemsOf(cell, provinces)
    if (fields.length > columns.length)
      wrong.push(`has ${fields.length} cells but there are ${columns.length} columns`)
    const before = lines.get(cell('code'))
    if (before !== undefined) wrong.push(`code: "${cell('code')}" is also on line ${before}`)
    lines.set(cell('code'), line)
    problems.push(...wrong.map(what => `line ${line}: ${what}`))
    return {
      code: cell('code'),
      chain: cell('chain'),
      name_th: cell('nameTh'),
      branch: cell('branch'),
      province_id: provinces.get(cell('province').toLowerCase()) ?? 0,
      receipt_no_hint: cell('receiptNoHint') || null,
      chain_en: cell('chainEn') || null,
      name_en: cell('nameEn') || null,
      branch_en: cell('branchEn') || null,
      receipt_no_hint_en: cell('receiptNoHintEn') || null,
      active: cell('active') === '0' ? 0 : 1,
    }
  })
  if (rows.length === 0) problems.push('the file contains no stores')
  if (problems.length > 0) throw new InputError(problemList(problems))
  return rows
}

function columnsOf(head: readonly string[]): readonly string[] {
  const unknown = head.filter(name => !STORE_COLUMNS.some(column => column === name))
  if (unknown.length > 0) throw new InputError(`line 1: unknown columns: ${unknown.join(', ')}`)
  const missing = REQUIRED.filter(column => !head.includes(column))
  const twice = head.filter((name, index) => head.indexOf(name) !== index)
  if (twice.length > 0) throw new InputError(`line 1: duplicate columns: ${twice.join(', ')}`)
  if (missing.length > 0) throw new InputError(`line 1: missing columns: ${missing.join(', ')}`)
  return head
}

function problemsOf(cell: (column: Column) => string, provinces: ReadonlyMap<string, number>): string[] {
  const wrong: string[] = []
  for (const column of REQUIRED) if (cell(column) === '') wrong.push(`${column}: must not be empty`)
  for (const column of STORE_COLUMNS) {
    if (cell(column).length > MAX_LENGTH) wrong.push(`${column}: must be at most ${MAX_LENGTH} characters`)
    // PostgreSQL refuses some control characters, and none of them is visible on a screen.
    if (/\p{Cc}/u.test(cell(column))) wrong.push(`${column}: contains control characters`)
  }
  const province = cell('province')
  if (province !== '' && !provinces.has(province.toLowerCase()))
    wrong.push(`province: "${province}" is not a province`)
  if (!['', '0', '1'].includes(cell('active'))) wrong.push('active: must be 0 or 1')
  return wrong
}

/** Maps a province's number, Thai name and English name (in lower case) to its number. */
async function provinceIds(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('province').selectAll().execute()
  return new Map(
    rows.flatMap(({ id, name_th, name_en }) =>
      [String(id), name_th, name_en].map((name): [string, number] => [name.toLowerCase(), id]),
    ),
  )
}
