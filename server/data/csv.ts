import { InputError } from './input-error.ts'

/** One record. `line` is the number of its first line in the file. */
export type CsvRecord = { readonly line: number; readonly fields: readonly string[] }

/**
 * Parses a CSV file (RFC 4180). Quoted fields may contain commas, line breaks and doubled quotes. Skips empty lines and
 * the byte order mark that spreadsheets write. Throws if a quote is not closed.
 */
export function parseCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let fields: string[] = []
  let line = 1
  let firstLine = 1
  const source = text.replace(/^\uFEFF/, '')
  let at = 0
  while (at < source.length || fields.length > 0) {
    const end = fieldEnd(source, at)
    const separator = end < 0 ? null : matchAt(SEPARATOR, source, end)
    if (separator === null)
      throw new InputError(`line ${line}: a quote is not closed, or is in the middle of a field`)
    const field = source.slice(at, end)
    fields.push((field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field).trim())
    line += ((field + separator).match(/\r\n|\r|\n/g) ?? []).length
    at = end + separator.length
    if (separator === ',') continue
    if (fields.some(one => one !== '')) records.push({ line: firstLine, fields })
    fields = []
    firstLine = line
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
 * Returns the index after the field that starts at `from`, including its closing quote; -1 if the closing
 * quote is missing. Does not use a regular expression, which would need too much memory for a field of
 * several megabytes.
 */
function fieldEnd(source: string, from: number): number {
  if (source[from] !== '"') return from + (matchAt(PLAIN, source, from) ?? '').length
  for (let at = source.indexOf('"', from + 1); at >= 0; at = source.indexOf('"', at + 2))
    if (source[at + 1] !== '"') return at + 1
  return -1
}
