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
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/y
  const source = text.replace(/^\uFEFF/, '')
  while (pattern.lastIndex < source.length || fields.length > 0) {
    const match = pattern.exec(source)
    if (!match)
      throw new InputError(`line ${line}: a quote is not closed, or stands in the middle of a field`)
    fields.push(match[1] === undefined ? (match[2] ?? '').trim() : match[1].replaceAll('""', '"').trim())
    line += (match[0].match(/\r\n|\r|\n/g) ?? []).length
    if (match[3] === ',') continue
    if (fields.some(field => field !== '')) records.push({ line: begun, fields })
    fields = []
    begun = line
    if (match[3] === '') break
  }
  return records
}
