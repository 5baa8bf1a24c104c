import { InputError } from './input-error.ts'

/** One record with the line of the file it begins on. */
export type CsvRecord = { readonly line: number; readonly fields: readonly string[] }

/**
 * The records of a CSV file (RFC 4180): quoted fields may hold commas, line ends and doubled quotes. A byte order
 * mark, as spreadsheets write it, is skipped, and so are empty lines. Throws where a quote is never closed.
 */
export function parseCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let fields: string[] = []
  let line = 1
  let begun = 1
  const source = text.replace(/^\uFEFF/, '')
  let at = 0
  while (at < source.length || fields.length > 0) {
    const end = fieldEnd(source, at)
    const separator = end < 0 ? null : matchAt(SEPARATOR, source, end)
    if (separator === null)
      throw new InputError(`line ${line}: a quote is not closed, or stands in the middle of a field`)
    const field = source.slice(at, end)
    fields.push((field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field).trim())
    line += ((field + separator).match(/\r\n|\r|\n/g) ?? []).length
    at = end + separator.length
    if (separator === ',') continue
    if (fields.some(one => one !== '')) records.push({ line: begun, fields })
    fields = []
    begun = line
    if (separator === '') break
  }
  return records
}

const SEPARATOR = /,|\r\n|\r|\n|$/y
const PLAIN = /[^",\r\n]*/y

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/**
 * Where the field that begins here ends, its closing quote taken in; -1 where that is missing. By hand: what a pattern
 * keeps of each sign would be too much for a field of megabytes.
 */
function fieldEnd(source: string, from: number): number {
  if (source[from] !== '"') return from + (matchAt(PLAIN, source, from) ?? '').length
  for (let at = source.indexOf('"', from + 1); at >= 0; at = source.indexOf('"', at + 2))
    if (source[at + 1] !== '"') return at + 1
  return -1
}
