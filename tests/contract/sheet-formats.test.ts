import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCsv } from '#server/data/csv.ts'
import { csvCell } from '#server/exports/csv-format.ts'
import { xlsxFormat } from '#server/exports/xlsx-format.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { hostileStrings } from '#tests/kit/hostile.ts'
import { readXlsx } from '#tests/kit/read-xlsx.ts'

const columns = [
  { head: 'ข้อความ', width: 20 },
  { head: 'end', width: 8 },
]

/** Writes rows to a workbook as `export` does, in two calls. Returns its sheets. */
async function workbook(rows: readonly string[], sheetRows?: number) {
  const file = join(await testFolder(), 'x.xlsx')
  const format = xlsxFormat(columns, sheetRows)
  const half = Math.ceil(rows.length / 2)
  const parts = [rows.slice(0, half), rows.slice(half)].flatMap(some =>
    format.add(some.map(text => [text, 'end'])),
  )
  await writeFile(file, Buffer.concat([...parts, ...format.end()]))
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

test('rows beyond the limit of a sheet go to another sheet with the same headings', async () => {
  const sheets = await workbook(['a', 'b', 'c', 'd', 'e'], 3)
  expect(sheets.map(sheet => sheet.map(row => row[0]?.value))).toEqual([
    ['ข้อความ', 'a', 'b'],
    ['ข้อความ', 'c', 'd'],
    ['ข้อความ', 'e'],
  ])
})

/** The only formula that a CSV file may contain: a constant text without quotes. */
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
