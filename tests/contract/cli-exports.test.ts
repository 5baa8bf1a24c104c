import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { csvCell } from '#server/cli/csv-file.ts'
import { exportTables } from '#server/cli/export-tables.ts'
import { xlsxFormat } from '#server/cli/xlsx-file.ts'
import { parseCsv } from '#server/data/csv.ts'
import { announceWinner, newKey, sendReceipt } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { hostileStrings } from '#tests/kit/hostile.ts'
import { recordQueries } from '#tests/kit/plans.ts'
import { readXlsx } from '#tests/kit/read-xlsx.ts'
import { type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let run: ReturnType<typeof organiser>
let who: SignedIn
let folder: string

beforeEach(async () => {
  server = await testServer()
  run = organiser(server)
  who = await server.signIn()
  folder = await testFolder()
})
afterEach(() => server.close())

type Row = Record<string, string>

async function exported(what: string, extension = 'xlsx') {
  const file = join(folder, `${what}.${extension}`)
  const { code, err } = await run('export', what, file)
  expect([code, err]).toEqual([0, ''])
  return file
}

/** Returns the rows of an exported workbook: heading → value as Excel shows it. */
async function rowsOf(what: string): Promise<Row[]> {
  const [[head = [], ...rows] = []] = await readXlsx(await exported(what))
  return rows.map(row => Object.fromEntries(head.map((one, at) => [one?.value ?? '', row[at]?.value ?? ''])))
}

/** Returns the type of the cell below a heading in the first row of an exported workbook. */
async function typeOf(what: string, heading: string): Promise<string | undefined> {
  const [[head = [], first = []] = []] = await readXlsx(await exported(what))
  return first[head.findIndex(one => one?.value === heading)]?.type
}

test('customers have Thai headings, and a phone and a postal code that are texts with their zeros', async () => {
  await server.db.updateTable('customer').set({ postal_code: '01000' }).execute()
  expect(await rowsOf('customers')).toEqual([
    expect.objectContaining({
      เบอร์โทรศัพท์: '0800000001',
      รหัสไปรษณีย์: '01000',
      จังหวัด: 'กรุงเทพมหานคร',
      รับข่าวสาร: 'ไม่',
      สถานะ: 'ลงทะเบียนแล้ว',
      รหัสลูกค้า: who.customerId,
    }),
  ])
  for (const heading of ['เบอร์โทรศัพท์', 'รหัสไปรษณีย์', 'ชื่อ'])
    expect([heading, await typeOf('customers', heading)]).toEqual([heading, 'text'])
})

test('times are Excel dates in Bangkok time, also when the day differs from UTC', async () => {
  await server.db
    .updateTable('customer')
    .set({ created_at: Date.parse('2026-11-20T17:30:59.900Z'), birth_date: '1990-02-28' })
    .execute()
  expect(await rowsOf('customers')).toEqual([
    expect.objectContaining({ วันเวลาที่เข้าร่วม: '2026-11-21 00:30:59', วันเกิด: '1990-02-28' }),
  ])
  // Without the language, Excel on a Thai machine could show the Buddhist year.
  expect(await typeOf('customers', 'วันเวลาที่เข้าร่วม')).toBe('[$-409]yyyy\\-mm\\-dd\\ hh:mm:ss')
  const csv = await readFile(await exported('customers', 'csv'), 'utf8')
  expect(csv).toContain('2026-11-21T00:30:59+07:00')
})

test('the consent to marketing messages is the latest one', async () => {
  const consent = { token: who.token, key: newKey() }
  await server.call('giveMarketingConsent', consent)
  server.clock.advance(1000)
  expect(await rowsOf('customers')).toEqual([expect.objectContaining({ รับข่าวสาร: 'ใช่' })])
  await server.call('deleteMarketingConsent', { ...consent, key: newKey() })
  expect(await rowsOf('customers')).toEqual([expect.objectContaining({ รับข่าวสาร: 'ไม่' })])
})

test('customers take as many queries for many customers as for one', async () => {
  const recorder = recordQueries(server.db)
  const queriesFor = async () => {
    for await (const row of exportTables.customers.rows(recorder.db)) expect(row).not.toEqual([])
    return recorder.take().length
  }
  const forOne = await queriesFor()
  for (let count = 0; count < 3; count++) await server.signIn()
  expect(await queriesFor()).toBe(forOne)
})

test('receipts and tickets have amounts as numbers, and the store, the status and the reason in Thai', async () => {
  const { id } = (await sendReceipt(server, who, { amount: 300.5 })).body
  await run('receipts', 'approve', id)
  expect(await rowsOf('receipts')).toEqual([
    expect.objectContaining({ 'ยอดซื้อ (บาท)': '300.5', สถานะ: 'ผ่าน', เหตุผลที่ไม่ผ่าน: '', รหัสใบเสร็จ: id }),
  ])
  expect(await typeOf('receipts', 'ยอดซื้อ (บาท)')).toBe('number')
  const tickets = await rowsOf('tickets')
  expect(tickets.map(row => [row.ที่มา, row.สถานะ, row.รหัสใบเสร็จหรือคำตอบ])).toEqual(
    Array.from({ length: 3 }, () => ['ใบเสร็จ', 'ใช้ได้', id]),
  )
})

test('winners have the address only for a confirmed prize that is shipped', async () => {
  await announceWinner(server, who)
  const draw = await server.db.selectFrom('draw').select('id').executeTakeFirstOrThrow()
  const winner = { draw_id: draw.id, rank: 1, seat: 1, reserve: 0, promoted_at: null }
  const named = { ticket_id: 'T1', customer_id: who.customerId, masked_name: 'ส***' }
  await server.db
    .insertInto('draw_winner')
    .values({ ...winner, ...named })
    .execute()
  const addressAfter = async (delivery: string) => {
    const prizes = JSON.stringify([{ titleTh: 'ฟองฟูยกลัง', count: 1, delivery }])
    await server.db.updateTable('draw').set({ prizes }).execute()
    const [row] = await rowsOf('winners')
    return [row?.สถานะ, row?.เบอร์โทรศัพท์, row?.ที่อยู่, row?.จังหวัด, row?.รหัสไปรษณีย์]
  }
  expect(await addressAfter('shipped')).toEqual(['รอยืนยันรับรางวัล', '0800000001', '', '', ''])
  expect((await rowsOf('winners'))[0]?.ยืนยันภายใน).toMatch(/^20\d\d-/)
  await server.call('confirmConcert', { token: who.token, key: newKey(), body: { attend: true } })
  const address = ['99/1 ถนนหน้าพระลาน', 'กรุงเทพมหานคร', '10200']
  expect(await addressAfter('shipped')).toEqual(['ยืนยันรับรางวัลแล้ว', '0800000001', ...address])
  expect(await addressAfter('seat')).toEqual(['ยืนยันรับรางวัลแล้ว', '0800000001', '', '', ''])
})

test('files contain all rows in order across several pages, and are private even if they existed', async () => {
  const rows = Array.from({ length: 10_000 }, (_, seq) => ({
    id: `01920000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
    customer_id: who.customerId,
    source: 'receipt' as const,
    source_id: 'r',
    seq,
    state: 'valid' as const,
    created_at: 1,
  }))
  for (let first = 0; first < rows.length; first += 500)
    await server.db
      .insertInto('ticket')
      .values(rows.slice(first, first + 500))
      .execute()
  const ids = rows.map(row => row.id)
  const csv = join(folder, 'tickets.csv')
  await writeFile(csv, '', { mode: 0o644 })
  expect((await rowsOf('tickets')).map(row => row.รหัสสิทธิ์)).toEqual(ids)
  const [, ...records] = parseCsv(await readFile(await exported('tickets', 'csv'), 'utf8'))
  expect(records.map(record => record.fields.at(-1))).toEqual(ids)
  for (const file of [csv, join(folder, 'tickets.xlsx')]) expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readFile(csv)).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
})

test('an export names a file that cannot be written, and a name without .xlsx or .csv', async () => {
  expect((await run('export', 'tickets', join(folder, 'no', 'x.xlsx'))).err).toContain(
    'cannot write the file',
  )
  expect((await run('export', 'tickets', join(folder, 'tickets.pdf'))).err).toContain(
    'must end in .xlsx or .csv',
  )
  expect((await run('export', 'tickets')).err).toContain('Usage: export tickets FILE.xlsx|FILE.csv')
})

const columns = [
  { head: 'ข้อความ', width: 20 },
  { head: 'end', width: 8 },
]

/** Writes rows to a workbook as `export` does, in two calls. Returns its sheets. */
async function workbook(rows: readonly string[], sheetRows?: number) {
  const file = join(folder, 'x.xlsx')
  const format = xlsxFormat(columns, sheetRows)
  const half = Math.ceil(rows.length / 2)
  const parts = [rows.slice(0, half), rows.slice(half)].flatMap(some =>
    format.add(some.map(text => [text, 'end'])),
  )
  await writeFile(file, Buffer.concat([...parts, ...format.end()]))
  return readXlsx(file)
}

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', "=cmd|' /C calc'!A0"]

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

test('rows beyond the limit of a sheet go to another sheet with the same headings', async () => {
  const sheets = await workbook(['a', 'b', 'c', 'd', 'e'], 3)
  expect(sheets.map(sheet => sheet.map(row => row[0]?.value))).toEqual([
    ['ข้อความ', 'a', 'b'],
    ['ข้อความ', 'c', 'd'],
    ['ข้อความ', 'e'],
  ])
})

test('a CSV cell never starts a formula and keeps its text', () => {
  for (const text of [...formulas, ...hostileStrings]) {
    const cell = csvCell(text)
    expect(/^"?[=+\-@\t\r]/.test(cell)).toBe(false)
    expect(parseCsv(`${cell},end`)[0]?.fields[1]).toBe('end')
    const inner = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    expect(inner.replace(/^'(?=[=+\-@\t\r])/, '')).toBe(text)
  }
})
