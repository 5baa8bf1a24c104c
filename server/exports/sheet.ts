import type { sheetKinds } from '#contract/desk/exports.ts'
import type { Cells, Column } from './cell.ts'
import { type CsvReader, csvFormat } from './csv-format.ts'
import { PAGE } from './paginate.ts'
import { xlsxFormat } from './xlsx-format.ts'

export type SheetKind = (typeof sheetKinds)[number]

const csvReaders = { csv: 'excel', 'plain-csv': 'program' } as const satisfies Record<string, CsvReader>

/**
 * Yields a spreadsheet's bytes while reading the rows, with at most `PAGE` rows in memory. `onRows` is called with the
 * number of rows in each part.
 */
export async function* sheetBytes(
  kind: SheetKind,
  columns: readonly Column[],
  rows: AsyncIterable<Cells>,
  onRows: (rows: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const format = kind === 'xlsx' ? xlsxFormat(columns) : csvFormat(columns, csvReaders[kind])
  let waiting: Cells[] = []
  const packed = () => {
    const parts = format.add(waiting)
    onRows(waiting.length)
    waiting = []
    return parts
  }
  for await (const cells of rows) {
    waiting.push(cells)
    if (waiting.length === PAGE) yield* packed()
  }
  yield* packed()
  yield* format.end()
}
