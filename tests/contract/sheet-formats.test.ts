import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parseCsv } from '#server/data/csv.ts'
import { at, type Cells, day, type SheetFormat } from '#server/exports/cell.ts'
import { csvCell } from '#server/exports/csv-format.ts'
import { xlsxFormat } from '#server/exports/xlsx-format.ts'
import { style } from '#server/exports/xlsx-parts.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { hostileStrings } from '#tests/kit/hostile.ts'
import { readXlsx } from '#tests/kit/read-xlsx.ts'

const columns = [
  { head: 'ข้อความ', width: 20 },
  { head: 'end', width: 8 },
]

/** Writes rows of two texts to a workbook in two parts, as `export` does. Returns the workbook's sheets. */
async function workbook(rows: readonly string[], sheetRows?: number) {
  const half = Math.ceil(rows.length / 2)
  const parts = [rows.slice(0, half), rows.slice(half)].map(some => some.map(text => [text, 'end']))
  return sheetsOf(xlsxFormat(columns, sheetRows), parts)
}

async function sheetsOf(format: SheetFormat, parts: readonly (readonly Cells[])[]) {
  const file = join(await testFolder(), 'x.xlsx')
  const bytes = parts.flatMap(rows => format.add(rows))
  await writeFile(file, Buffer.concat([...bytes, ...format.end()]))
  return readXlsx(file)
}

const formulas = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', "=cmd|' /C calc'!A0"],
  ...['\nx', ' =1+1', '＝1+1', '＠x'],
]

test('a cell of a workbook is never a formula and keeps its text', async () => {
  const texts = [
    ...formulas,
    ...hostileStrings,
    'one\r\ntwo\nthree',
    '_x000D_',
    '_x000d_',
    'a\ufffeb\uffffc',
    'line\nbreak',
    '<f>1</f>&amp;',
    ' x ',
    '\u0000\u001f',
  ]
  const [[, ...rows] = []] = await workbook(texts)
  expect(rows.map(row => row.map(cell => [cell?.type, cell?.value]))).toEqual(
    texts.map(text => [
      [
        'text',
        Buffer.from(text)
          .toString()
          .replace(/[\ufffe\uffff]/g, '\ufffd'),
      ],
      ['text', 'end'],
    ]),
  )
})

test('a text that is too long for Excel ends with a mark, and never with half a character', async () => {
  const [whole, long] = ['x'.repeat(32_767), `${'x'.repeat(32_765)}😀😀`]
  const [[, ...rows] = []] = await workbook([whole, long])
  expect(rows.map(([cell]) => cell?.value)).toEqual([whole, `${'x'.repeat(32_765)}…`])
})

test('a text with several lines is shown in several lines, and markup stays text', async () => {
  const format = xlsxFormat(columns)
  const bytes = Buffer.concat([...format.add([['one\ntwo', '<f>1</f>&']]), ...format.end()])
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).toContain(`<c r="A2" s="${style.lines}"`)
  expect(sheet).toContain(`<c r="B2" s="${style.text}"`)
  expect(sheet).toContain('>&lt;f&gt;1&lt;/f&gt;&amp;<')
})

test('rows beyond the limit of a sheet go to another sheet with the same headings', async () => {
  const sheets = await workbook(['a', 'b', 'c', 'd', 'e'], 3)
  expect(sheets.map(sheet => sheet.map(row => row[0]?.value))).toEqual([
    ['ข้อความ', 'a', 'b'],
    ['ข้อความ', 'c', 'd'],
    ['ข้อความ', 'e'],
  ])
})

const inBangkok = (text: string) => at(Date.parse(`${text}+07:00`))

test('numbers, amounts, days and times keep their value in a workbook: a part of a second is cut off', async () => {
  const cells: Cells = [
    ...[0, -7, 1_048_577, null, { baht: 0.5 }, { baht: 1234.05 }],
    ...[day('2026-11-20'), day('1970-01-01'), day('2028-02-29')],
    ...[inBangkok('2026-11-20T17:00:00.000'), inBangkok('2026-11-20T17:00:00.500')],
    ...[
      inBangkok('2026-11-20T23:59:59.999'),
      inBangkok('2026-11-21T00:00:00.000'),
      inBangkok('1970-01-01T07:00:00.000'),
    ],
  ]
  const format = xlsxFormat(cells.map((_, index) => ({ head: `${index}`, width: 9 })))
  const [[, row = []] = []] = await sheetsOf(format, [[cells]])
  expect(row.map(cell => cell?.value)).toEqual([
    ...['0', '-7', '1048577', undefined, '0.5', '1234.05'],
    ...['2026-11-20', '1970-01-01', '2028-02-29'],
    ...['2026-11-20 17:00:00', '2026-11-20 17:00:00'],
    ...['2026-11-20 23:59:59', '2026-11-21 00:00:00', '1970-01-01 07:00:00'],
  ])
})

test('a workbook can have more columns than the alphabet has letters, and its filters cover all cells', async () => {
  const heads = Array.from({ length: 54 }, (_, index) => `c${index}`)
  const format = xlsxFormat(heads.map(head => ({ head, width: 9 })))
  const bytes = Buffer.concat([...format.add([heads, heads]), ...format.end()])
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const places = [...sheet.matchAll(/<c r="([A-Z]+3)"/g)].map(([, place]) => place)
  expect([places.at(0), places.at(25), places.at(26), places.at(51), places.at(52), places.at(53)]).toEqual([
    'A3',
    'Z3',
    'AA3',
    'AZ3',
    'BA3',
    'BB3',
  ])
  expect(sheet).toContain('<autoFilter ref="A1:BB3"/>')
})

/** The only kind of formula that a CSV file may contain: a string constant without quotation marks inside. */
const CONSTANT = /^="([\w .,:/%+-]*)"$/
const digits = [
  ...['0812345678', '10200', '1234567890123456', '12-05', '1E5', '1/2', 'MAR-12', '12:30'],
  ...['12-MAR', '5MAR26', '1 Jan 2026', '12:30 PM', '50%', 'TRUE', 'false', '24/11 13:00'],
]
const id = '01920000-0000-7000-8000-000000009999'

test('a CSV cell is never a formula but a constant, and keeps its text', () => {
  for (const reader of ['excel', 'program'] as const)
    for (const text of [...formulas, ...hostileStrings, ...digits]) {
      const cell = csvCell(text, reader)
      const inner = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      const constant = reader === 'excel' ? CONSTANT.exec(inner)?.[1] : undefined
      expect(constant === undefined && /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(inner)).toBe(false)
      expect(parseCsv(`${cell},end`)[0]?.fields[1]).toBe('end')
      expect(constant ?? inner.replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/, '')).toBe(text)
    }
})

test('a CSV cell of digits is a text that Excel does not change', () => {
  expect(digits.map(text => csvCell(text))).toEqual(digits.map(text => `"=""${text}"""`))
  expect(digits.map(text => csvCell(text, 'program'))).toEqual(digits)
  const others = ['FF-004512-5', '99/1 ถนนหน้าพระลาน', 'ธันวาคม 12', id, '']
  expect(others.map(text => csvCell(text))).toEqual(others)
})
