import { expect, test } from 'vitest'
import { SET_UP_BODY_BYTES } from '#contract/desk/limits.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, insert, rowsOf, testServer, update } from '#tests/kit/server.ts'
import { change, effectsOf, preview, seenBy } from '#tests/kit/set-up.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const mali = eachTest(() => desk.join('manager', 'Mali'))

const HEAD = 'code,chain,nameTh,branch,province,receiptNoHint,active'
const file = (csv: string, only = false) => ({ kind: 'stores', fileName: 'stores.csv', csv, only }) as const
const stores = async () => (await mali.call('setUpStores')).body.stores
const find = async (code: string) => (await stores()).find(store => store.code === code)

test('a file with new, changed, unchanged and wrong lines: every wrong line has its number and reason', async () => {
  const csv = [
    HEAD,
    'BD-10-001,บ้านดีมาร์ท,ชื่อใหม่,สีลม,Bangkok,,1',
    'A-1,ร้าน,ร้าน,แรก,แอตแลนติส,,yes',
    'B-1,ร้าน,ร้าน,แรก,10,,',
    'B-1,ร้าน,,แรก,10,,,x',
  ].join('\n')
  const { body } = await preview(mali, file(csv))
  expect(body.refusal).toEqual({ code: 'CSV_LINES', values: { lines: 2 } })
  expect(
    body.lines.map(({ line, code, what, problems }) => [line, code, what, problems.map(one => one.code)]),
  ).toEqual([
    [3, 'A-1', 'refused', ['province', 'active']],
    [5, 'B-1', 'refused', ['empty', 'cells', 'twice']],
  ])
  const before = await stores()
  expect((await change(mali, file(csv))).error).toMatchObject({ error: 'REFUSED', detail: 'CSV_LINES' })
  expect(await stores()).toEqual(before)
})

test('a file as Excel saves it, with a byte order mark, semicolons and CRLF, is imported', async () => {
  const version = (await server.call('masterAll')).body.version
  const csv = `\uFEFF${HEAD.replaceAll(',', ';')}\r\nN-1;ร้าน;"ร้าน; ""ใหม่""";แรก;เชียงใหม่;;\r\n;;;;;;\r\n`
  const shown = await preview(mali, file(csv))
  expect(shown.body.lines).toEqual([
    { line: 2, code: 'N-1', name: 'ร้าน; "ใหม่" แรก', what: 'new', differences: [], problems: [] },
  ])
  await change(mali, file(csv))
  expect(await find('N-1')).toMatchObject({ nameTh: 'ร้าน; "ใหม่"', province: 'เชียงใหม่', active: true })
  expect((await server.call('masterAll')).body.version).not.toBe(version)
  expect((await preview(mali, file(csv))).body.refusal?.code).toBe('NOTHING')
})

test('the command line reads the same files', async () => {
  const csv = `${HEAD.replaceAll(',', '\t')}\nT-1\tร้าน\tร้าน, ใหญ่\tแรก\t10\t\t1\n`
  await change(mali, file(csv))
  expect(await find('T-1')).toMatchObject({ nameTh: 'ร้าน, ใหญ่' })
})

test('a changed store shows each cell before and after; closing and removing warn', async () => {
  const old = await find('BD-10-001')
  const csv = `${HEAD}\nBD-10-001,บ้านดีมาร์ท,ชื่อใหม่,สีลม,เชียงใหม่,ใต้บาร์โค้ด,0\n`
  const shown = await preview(mali, file(csv, true))
  expect(shown.body.lines[0]).toMatchObject({ line: 2, code: 'BD-10-001', what: 'changed' })
  expect(shown.body.lines[0]?.differences).toContainEqual({
    column: 'nameTh',
    from: old?.nameTh,
    to: 'ชื่อใหม่',
  })
  expect(shown.body.lines[0]?.differences).toContainEqual({
    column: 'province',
    from: old?.province,
    to: 'เชียงใหม่',
  })
  const active = (await stores()).filter(store => store.active).length
  expect(effectsOf(shown)).toMatchObject({ 'stores-changed': 1, 'stores-removed': active })
  expect(shown.body.lines.filter(({ what }) => what === 'removed')).toHaveLength(active - 1)
  await change(mali, file(csv, true))
  expect((await server.call('masterAll')).body.stores).toEqual([])
})

test('codes that differ only in capitals or invisible characters are the same store', async () => {
  const line = 'บ้านดีมาร์ท,ชื่อใหม่,สีลม,10,,1'
  const twice = await preview(mali, file(`${HEAD}\nN-1,${line}\nn-1 ,${line}\nN\u200b-1,${line}\n`))
  expect(twice.body.lines.map(({ line, problems }) => [line, problems])).toEqual([
    [3, [{ column: 'code', code: 'twice', value: '2' }]],
    [4, [{ column: 'code', code: 'twice', value: '3' }]],
  ])
  const before = await stores()
  const csv = `${HEAD}\nbd-10-001,${line}\n`
  expect((await preview(mali, file(csv))).body.lines).toMatchObject([{ code: 'BD-10-001', what: 'changed' }])
  await change(mali, file(csv))
  expect((await stores()).map(({ code }) => code)).toEqual(before.map(({ code }) => code))
  expect(await find('BD-10-001')).toMatchObject({ nameTh: 'ชื่อใหม่' })
})

test('stores that an earlier release has stored with such codes can still be imported', async () => {
  const [store] = await rowsOf(server, 'store')
  await insert(server, 'store', { ...(store as NonNullable<typeof store>), id: 99_999, code: 'bd-10-001' })
  const csv = `${HEAD}\nBD-10-001,ร้าน,หนึ่ง,สีลม,10,,1\nbd-10-001,ร้าน,สอง,สีลม,10,,1\n`
  expect((await change(mali, file(csv))).status).toBe(200)
  expect(await find('BD-10-001')).toMatchObject({ nameTh: 'หนึ่ง' })
  expect(await find('bd-10-001')).toMatchObject({ nameTh: 'สอง' })
})

test.each([
  ['an empty file', '', 'CSV_COLUMNS'],
  ['a file without stores', HEAD, 'CSV_EMPTY'],
  ['columns of another file', 'name,phone\na,b', 'CSV_COLUMNS'],
  ['an unclosed quote', `${HEAD}\n"A-1,ร้าน`, 'CSV_QUOTE'],
  ['rubbish', '\u0000\u0001"\u0002', 'CSV_QUOTE'],
])('%s is refused with the reason', async (_, csv, code) => {
  expect((await preview(mali, file(csv))).body.refusal?.code).toBe(code)
})

test('a list of 10,000 stores fits, a larger body than allowed does not', async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `X-${at},ร้าน,ร้านสะดวกซื้อ,สาขา ${at},10,,1`)
  const shown = await preview(mali, file([HEAD, ...lines].join('\r\n')))
  expect(effectsOf(shown)).toMatchObject({ 'stores-new': 10_000 })
  const seen = await seenBy(mali, file(HEAD))
  const rawBody = { change: file('x'.repeat(SET_UP_BODY_BYTES)), seen }
  expect((await mali.call('previewSetUp', { rawBody })).error.error).toBe('TOO_LARGE')
})

test('an import by the command line after the preview makes it stale', async () => {
  const csv = `${HEAD}\nN-1,ร้าน,ร้าน,แรก,10,,1\n`
  const seen = await seenBy(mali, file(csv))
  await organiser(server)('store', 'pins')
  await update(server, 'store', { branch: 'อื่น' }, { code: 'BD-10-001' })
  const late = await mali.call('changeSetUp', { body: { change: file(csv), seen } })
  expect(late.error.error).toBe('CHANGED')
})

test('a pattern and a place of the receipt number reach the app, and a wrong one is named', async () => {
  const head = 'code,chain,nameTh,branch,province,receiptNoPattern,receiptNoPlace'
  const wrong = `${head}\nP-1,ร้าน,ร้าน,แรก,10,BD*,top\nP-2,ร้าน,ร้าน,แรก,10,##,\n`
  const { body } = await preview(mali, file(wrong))
  expect(body.lines.map(({ line, problems }) => [line, problems.map(one => one.column)])).toEqual([
    [2, ['receiptNoPattern', 'receiptNoPlace']],
    [3, ['receiptNoPattern']],
  ])
  await change(mali, file(`${head}\nP-1,ร้าน,ร้าน,แรก,10,BD-####,top-right\n`))
  const { stores: shown } = (await server.call('masterAll')).body
  expect(shown.at(-1)).toMatchObject({ receiptNoPattern: 'BD-####', receiptNoPlace: 'top-right' })
})
