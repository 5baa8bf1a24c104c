import { InputError } from './input-error.ts'

export type CsvRecord = { readonly line: number; readonly fields: readonly string[] }

export class QuoteError extends InputError {
  readonly line: number

  constructor(line: number) {
    super(`line ${line}: a quote is not closed, or is in the middle of a field`)
    this.line = line
  }
}

/** For each separator, the patterns that match an unquoted cell and the end of a cell. */
const patterns = {
  ',': { plain: /[^",\r\n]*/y, end: /,|\r\n|\r|\n|$/y },
  ';': { plain: /[^";\r\n]*/y, end: /;|\r\n|\r|\n|$/y },
  '\t': { plain: /[^"\t\r\n]*/y, end: /\t|\r\n|\r|\n|$/y },
} as const
type Separator = keyof typeof patterns
const separators = Object.keys(patterns) as Separator[]

/** Returns the separator that occurs most often in the first line. Excel uses all three. */
export function separatorOf(text: string): Separator {
  const [head = ''] = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/[\r\n]/, 1)
  const count = (separator: Separator) => head.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/**
 * Parses a CSV file (RFC 4180). Skips empty lines and the byte order mark written by spreadsheet programs. Throws a
 * QuoteError if a quote is misplaced or not closed.
 */
export function parseCsv(text: string, separator: Separator = ','): CsvRecord[] {
  const { plain, end } = patterns[separator]
  const records: CsvRecord[] = []
  let fields: string[] = []
  let line = 1
  let firstLine = 1
  const source = text.replace(/^\uFEFF/, '')
  let at = 0
  while (at < source.length || fields.length > 0) {
    const fieldsEnd = fieldEnd(source, at, plain)
    const found = fieldsEnd < 0 ? null : matchAt(end, source, fieldsEnd)
    if (found === null) throw new QuoteError(line)
    const field = source.slice(at, fieldsEnd)
    fields.push((field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field).trim())
    line += ((field + found).match(/\r\n|\r|\n/g) ?? []).length
    at = fieldsEnd + found.length
    if (found === separator) continue
    if (fields.some(one => one !== '')) records.push({ line: firstLine, fields })
    fields = []
    firstLine = line
    if (found === '') break
  }
  return records
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/**
 * Returns the index after the field that starts at `from`; -1 if its closing quote is missing. A regular expression
 * would need too much memory for a field of several megabytes.
 */
function fieldEnd(source: string, from: number, plain: RegExp): number {
  if (source[from] !== '"') return from + (matchAt(plain, source, from) ?? '').length
  for (let at = source.indexOf('"', from + 1); at >= 0; at = source.indexOf('"', at + 2))
    if (source[at + 1] !== '"') return at + 1
  return -1
}
