/** A table that the organiser has exported as CSV. `rows` maps column names to cells. */
export type ExportedTable = {
  readonly at: number
  readonly table: string
  readonly text: string
  readonly rows: readonly Readonly<Record<string, string>>[]
}

/** Returns the cells of a CSV file (RFC 4180), line by line. */
function cellsOf(csv: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') lines.push([])
    if (end === '') break
  }
  return lines.filter(({ length }) => length > 1)
}

export function exportedTable(at: number, table: string, csv: string): ExportedTable {
  const [head = [], ...lines] = cellsOf(csv.replace(/^\uFEFF/, ''))
  const rows = lines.map(cells => Object.fromEntries(cells.map((cell, index) => [head[index] ?? '', cell])))
  return { at, table, text: csv, rows }
}
