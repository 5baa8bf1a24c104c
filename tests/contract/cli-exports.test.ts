import { readFile, stat, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseCsv } from '#server/data/csv.ts'
import { exportTables } from '#server/exports/tables.ts'
import { announceWinner, newKey, sendReceipt } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { recordQueries } from '#tests/kit/plans.ts'
import { readXlsx } from '#tests/kit/read-xlsx.ts'
import { eachTest, insert, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const run = organiser(server)
const who = eachTest(() => server.signIn())
const inFolder = eachFolder()

type Row = Record<string, string>

async function exported(what: string, extension = 'xlsx', ...options: string[]) {
  const file = inFolder(`${what}.${extension}`)
  const { code, err } = await run('export', what, file, ...options)
  expect([code, err]).toEqual([0, ''])
  return file
}

/** Returns the rows of an exported workbook. Each maps the headings to the values that Excel shows. */
async function rowsOf(what: string, ...options: string[]): Promise<Row[]> {
  const [[head = [], ...rows] = []] = await readXlsx(await exported(what, 'xlsx', ...options))
  return rows.map(row => Object.fromEntries(head.map((one, at) => [one?.value ?? '', row[at]?.value ?? ''])))
}

/** Returns the type of the cell below a heading in the first row of an exported workbook. */
async function typeOf(what: string, heading: string): Promise<string | undefined> {
  const [[head = [], first = []] = []] = await readXlsx(await exported(what))
  return first[head.findIndex(one => one?.value === heading)]?.type
}

test('customers have Thai headings, and a phone and a postal code that are texts with their zeros', async () => {
  await update(server, 'customer', { postal_code: '01000' })
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
  await update(server, 'customer', {
    created_at: Date.parse('2026-11-20T17:30:59.900Z'),
    birth_date: '1990-02-28',
  })
  expect(await rowsOf('customers')).toEqual([
    expect.objectContaining({ วันเวลาที่เข้ามาครั้งแรก: '2026-11-21 00:30:59', วันเกิด: '1990-02-28' }),
  ])
  // Without the language code, Excel on a Thai machine could show the year of the Buddhist calendar.
  expect(await typeOf('customers', 'วันเวลาที่เข้ามาครั้งแรก')).toBe('[$-409]yyyy\\-mm\\-dd\\ hh:mm:ss')
  const csv = await readFile(await exported('customers', 'csv'), 'utf8')
  expect(csv).toContain(',2026-11-21 00:30:59,')
  const plain = await readFile(await exported('customers', 'csv', '--plain'), 'utf8')
  expect(plain).toContain(',2026-11-21T00:30:59+07:00,')
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
    for await (const row of exportTables.customers.rows(recorder.db, 'th', server.clock.now()))
      expect(row).not.toEqual([])
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
  await insert(server, 'draw_winner', { ...winner, ...named })
  const addressAfter = async (delivery: string) => {
    const prizes = JSON.stringify([{ titleTh: 'ฟองฟูยกลัง', count: 1, delivery }])
    await update(server, 'draw', { prizes })
    const [row] = await rowsOf('winners')
    const status = [row?.สถานะ, row?.เบอร์โทรศัพท์]
    return [...status, row?.ที่อยู่, row?.จังหวัด, row?.รหัสไปรษณีย์, row?.จ่าหน้าพัสดุ]
  }
  expect(await addressAfter('shipped')).toEqual(['รอยืนยันรับรางวัล', '0800000001', '', '', '', ''])
  expect((await rowsOf('winners'))[0]?.ยืนยันภายใน).toMatch(/^20\d\d-/)
  await server.call('confirmConcert', { token: who.token, key: newKey(), body: { attend: true } })
  const label = [
    'สมชาย ใจดี',
    '99/1 ถนนหน้าพระลาน',
    'แขวงพระบรมมหาราชวัง เขตพระนคร',
    'กรุงเทพมหานคร 10200',
    'โทร. 0800000001',
  ].join('\n')
  const address = ['99/1 ถนนหน้าพระลาน', 'กรุงเทพมหานคร', '10200', label]
  expect(await addressAfter('shipped')).toEqual(['ยืนยันรับรางวัลแล้ว', '0800000001', ...address])
  expect(await addressAfter('seat')).toEqual(['ยืนยันรับรางวัลแล้ว', '0800000001', '', '', '', ''])
  const order = Object.keys((await rowsOf('winners'))[0] ?? {}).slice(2, 14)
  expect(order.join(' ')).toBe(
    'รางวัล สถานะ เลขสิทธิ์ ชื่อ นามสกุล เบอร์โทรศัพท์ ที่อยู่ ตำบล/แขวง อำเภอ/เขต จังหวัด รหัสไปรษณีย์ จ่าหน้าพัสดุ',
  )
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
    await insert(server, 'ticket', rows.slice(first, first + 500))
  const ids = rows.map(row => row.id)
  const csv = inFolder('tickets.csv')
  await writeFile(csv, '', { mode: 0o644 })
  expect((await rowsOf('tickets')).map(row => row.รหัสสิทธิ์)).toEqual(ids)
  const [, ...records] = parseCsv(await readFile(await exported('tickets', 'csv'), 'utf8'))
  expect(records.map(record => record.fields.at(-1))).toEqual(ids)
  for (const file of [csv, inFolder('tickets.xlsx')]) expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readFile(csv)).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
})

test('an export names a file that cannot be written, and a name without .xlsx or .csv', async () => {
  expect((await run('export', 'tickets', inFolder('no', 'x.xlsx'))).err).toContain('cannot write the file')
  expect((await run('export', 'tickets', inFolder('tickets.pdf'))).err).toContain('must end in .xlsx or .csv')
  const workbookFile = inFolder('tickets.xlsx')
  expect((await run('export', 'tickets', workbookFile, '--plain')).err).toContain('only for CSV')
  expect((await run('export', 'tickets', workbookFile, '--lang', 'de')).err).toContain(
    'must be one of th, en',
  )
  expect((await run('export', 'tickets')).err).toContain(
    'Usage: export tickets FILE.xlsx|FILE.csv [--lang th|en]',
  )
})

test('every export has English headings and values with --lang en, and counts its rows', async () => {
  const { id } = (await sendReceipt(server, who)).body
  await run('receipts', 'approve', id)
  await server.call('postAnswer', { token: who.token, key: newKey(), body: { Answer: 'สวนลุม' } })
  await server.call('createReward', { token: who.token, body: {} })
  await insert(server, 'reward_use', {
    customer_id: who.customerId,
    reward_type: 'gift',
    code: '0042',
    store_id: 1,
    used_at: 1,
  })
  const heads: string[] = []
  for (const what of Object.keys(exportTables) as (keyof typeof exportTables)[]) {
    const [row] = await rowsOf(what, '--lang', 'en')
    const { columns } = exportTables[what]
    if (row) expect(Object.keys(row)).toEqual(columns.map(one => one.head.en))
    heads.push(...columns.map(one => one.head.en))
    for (const { head } of columns) expect([head.th, /[ก-๙]|แฮช/.test(head.th)]).toEqual([head.th, true])
  }
  expect(heads.filter(head => !/^[A-Z][\w ()]+$/.test(head))).toEqual([])
  expect((await rowsOf('receipts', '--lang', 'en'))[0]).toMatchObject({ Status: 'approved' })
  expect((await rowsOf('answers'))[0]).toMatchObject({ คำตอบ: 'สวนลุม', รหัสลูกค้า: who.customerId })
  expect((await rowsOf('rewards'))[0]).toMatchObject({ รหัสคูปอง: '0042', รหัสลูกค้า: who.customerId })
  const [first] = await rowsOf('audit')
  expect(first).toMatchObject({ ลำดับ: '1', ผู้ทำ: 'tester', สิ่งที่ทำ: 'receipts approve' })
  expect((await run('export', 'rewards', inFolder('r.csv'))).out).toMatch(/r\.csv: 1 used rewards\.$/)
})
