import { RECEIPT_NO_PATTERN, receiptNoPlaces } from '#contract/receipt-no-pattern.ts'
import { storeColumnOf, storeColumns } from '#contract/store-columns.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { parseCsv, separatorOf } from './csv.ts'
import { InputError, problemList } from './input-error.ts'

const REQUIRED = ['code', 'chain', 'nameTh', 'branch', 'province'] as const
const MAX_LENGTH = 200

type Column = (typeof storeColumns)[number]
export type ImportedStore = Omit<Tables['store'], 'id'>

type StoreProblem = {
  readonly column: Column | ''
  readonly code:
    | 'empty'
    | 'long'
    | 'control'
    | 'province'
    | 'active'
    | 'pattern'
    | 'place'
    | 'cells'
    | 'twice'
  /** The cell's text. For `twice`, the number of the other line; for `cells`, the numbers of cells and columns. */
  readonly value: string
}

export type StoreLine = {
  readonly line: number
  readonly store: ImportedStore
  readonly problems: readonly StoreProblem[]
}

export class ColumnsError extends InputError {
  readonly columns: readonly string[]
  readonly what: 'unknown' | 'duplicate' | 'missing'

  constructor(what: 'unknown' | 'duplicate' | 'missing', columns: readonly string[]) {
    super(`line 1: ${what} columns: ${columns.join(', ')}`)
    this.what = what
    this.columns = columns
  }
}

/**
 * Parses a CSV list of stores whose first line contains the column names. Looks up provinces in the database by number
 * or name. Throws an InputError that lists all invalid lines.
 */
export async function readStores(db: Db, text: string): Promise<ImportedStore[]> {
  const lines = await readStoreLines(db, text)
  const problems = lines.flatMap(({ line, store, problems }) =>
    problems.map(one => `line ${line}: ${messageOf(one, store.code)}`),
  )
  if (lines.length === 0) problems.push('the file contains no stores')
  if (problems.length > 0) throw new InputError(problemList(problems))
  return lines.map(({ store }) => store)
}

/** Like `readStores`, but also returns the invalid lines with their problems. Throws a ColumnsError or a QuoteError. */
export async function readStoreLines(db: Db, text: string): Promise<StoreLine[]> {
  const [head, ...records] = parseCsv(text, separatorOf(text))
  const columns = columnsOf(head?.fields ?? [])
  const provinces = await provinceIds(db)
  const codeOf = await storeCodes(db)
  const lines = new Map<string, number>()
  return records.map(({ line, fields }) => {
    const cell = (column: Column): string => {
      const text = fields[columns.indexOf(column)] ?? ''
      return column === 'active' ? (TAKES_PART[text.toLowerCase()] ?? text) : text
    }
    const problems = problemsOf(cell, provinces)
    if (fields.length > columns.length)
      problems.push({ column: '', code: 'cells', value: `${fields.length}/${columns.length}` })
    const code = codeOf(cell('code'))
    const before = lines.get(code)
    if (before !== undefined) problems.push({ column: 'code', code: 'twice', value: String(before) })
    lines.set(code, line)
    const store = {
      code,
      chain: cell('chain'),
      name_th: cell('nameTh'),
      branch: cell('branch'),
      province_id: provinces.get(provinceKey(cell('province'))) ?? 0,
      receipt_no_hint: cell('receiptNoHint') || null,
      chain_en: cell('chainEn') || null,
      name_en: cell('nameEn') || null,
      branch_en: cell('branchEn') || null,
      receipt_no_hint_en: cell('receiptNoHintEn') || null,
      receipt_no_pattern: cell('receiptNoPattern') || null,
      receipt_no_place: cell('receiptNoPlace') || null,
      active: cell('active') === '0' ? 0 : 1,
    }
    return { line, store, problems }
  })
}

function messageOf({ column, code, value }: StoreProblem, storeCode: string): string {
  const [cells, columns] = value.split('/')
  const messages = {
    empty: 'must not be empty',
    long: `must be at most ${MAX_LENGTH} characters`,
    control: 'contains control characters',
    province: `"${value}" is not a province`,
    active: 'must be 0 or 1',
    pattern: `"${value}" is not a pattern such as BD-####-######`,
    place: `"${value}" must be one of ${receiptNoPlaces.join(', ')}`,
    cells: `has ${cells} cells but there are ${columns} columns`,
    twice: `"${storeCode}" is also on line ${value}`,
  }
  return column === '' ? messages[code] : `${column}: ${messages[code]}`
}

function columnsOf(head: readonly string[]): readonly Column[] {
  const columns = head.flatMap(name => storeColumnOf(name) ?? [])
  if (columns.length < head.length)
    throw new ColumnsError(
      'unknown',
      head.filter(name => storeColumnOf(name) === null),
    )
  const missing = REQUIRED.filter(column => !columns.includes(column))
  const twice = head.filter((_, index) => columns.indexOf(columns[index] as Column) !== index)
  if (twice.length > 0) throw new ColumnsError('duplicate', twice)
  if (missing.length > 0) throw new ColumnsError('missing', missing)
  return columns
}

/** The words used on the desk's page. */
const TAKES_PART: Readonly<Record<string, '0' | '1'>> = {
  ร่วมแคมเปญ: '1',
  ไม่ร่วมแล้ว: '0',
  'takes part': '1',
  'no longer takes part': '0',
}

function problemsOf(
  cell: (column: Column) => string,
  provinces: ReadonlyMap<string, number>,
): StoreProblem[] {
  const wrong = (column: Column, code: StoreProblem['code']): StoreProblem => ({
    column,
    code,
    // Do not repeat invisible characters or very long cells.
    value: cell(column)
      .slice(0, MAX_LENGTH)
      .replace(/\p{Cc}/gu, ''),
  })
  const problems = REQUIRED.filter(column => cell(column) === '').map(column => wrong(column, 'empty'))
  for (const column of storeColumns) {
    if (cell(column).length > MAX_LENGTH) problems.push(wrong(column, 'long'))
    // PostgreSQL rejects some control characters, and all of them are invisible.
    if (/\p{Cc}/u.test(cell(column))) problems.push(wrong(column, 'control'))
  }
  const province = cell('province')
  if (province !== '' && !provinces.has(provinceKey(province))) problems.push(wrong('province', 'province'))
  if (!['', '0', '1'].includes(cell('active'))) problems.push(wrong('active', 'active'))
  const [pattern, place] = [cell('receiptNoPattern'), cell('receiptNoPlace')]
  if (pattern !== '' && !RECEIPT_NO_PATTERN.test(pattern)) problems.push(wrong('receiptNoPattern', 'pattern'))
  if (place !== '' && !receiptNoPlaces.some(one => one === place))
    problems.push(wrong('receiptNoPlace', 'place'))
  return problems
}

const BANGKOK = 'กรุงเทพมหานคร'
/** Short forms of Bangkok's name, without points. */
const BANGKOK_NAMES = ['กรุงเทพ', 'กรุงเทพฯ', 'กทม', 'กรุงเทพมหานครฯ', 'bkk']

/** Also understands `จ.` and `จังหวัด` before the name, and the short forms of Bangkok. */
function provinceKey(name: string): string {
  const plain = name.toLowerCase().replace(/^(จังหวัด|จ\.)\s*/, '')
  return BANGKOK_NAMES.includes(plain.replaceAll('.', '')) ? BANGKOK : plain
}

/** Maps a province's number, Thai name and lower-case English name to its number. */
async function provinceIds(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('province').selectAll().execute()
  return new Map(
    rows.flatMap(({ id, name_th, name_en }) =>
      [String(id), name_th, name_en].map((name): [string, number] => [name.toLowerCase(), id]),
    ),
  )
}

/**
 * Maps a typed store code to its stored form, or to its first form in the file, so that a retyped list does not add
 * `bd-1` next to `BD-1`. Codes stored in several forms remain distinct.
 */
async function storeCodes(db: Db): Promise<(typed: string) => string> {
  const rows = await db.selectFrom('store').select('code').execute()
  const stored = new Set(rows.map(({ code }) => code))
  const fold = (code: string) =>
    code
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/g, ' ')
      .toLowerCase()
  const known = new Map(rows.map(({ code }) => [fold(code), code]))
  return typed => {
    const folded = fold(typed)
    const code = stored.has(typed) ? typed : (known.get(folded) ?? typed)
    if (!known.has(folded)) known.set(folded, code)
    return code
  }
}
