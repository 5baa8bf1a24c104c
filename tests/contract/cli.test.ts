import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { inspect } from '#server/images/inspect.ts'
import { campaignOf, countRows, newPhoto, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { eachTest, rowsOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const run = organiser(server)
const inFolder = eachFolder()

const activity = async () => (await server.call('activity')).body
const audit = () => server.db.selectFrom('audit').selectAll().orderBy('seq').execute()
const receiptOf = async (who: SignedIn, id: string) =>
  (await server.call('getReceipt', { token: who.token, params: { id } })).body

describe('the campaign', () => {
  test('opens, closes and returns to its dates, visible to customers', async () => {
    expect((await run('close')).out).toContain('The campaign is ended (set by hand).')
    expect(await activity()).toMatchObject({ endPlatform: true, pendingPlatform: false })
    await run('pending')
    expect(await activity()).toMatchObject({ endPlatform: false, pendingPlatform: true })
    expect(JSON.parse((await run('open', '--json')).out)).toMatchObject({ state: 'open', mode: 'open' })
    await run('auto')
    expect((await campaignOf(server)).mode).toBe('auto')
  })

  test('does not change when init runs again', async () => {
    await run('reward', 'stock', 'gift', '7')
    const before = await campaignOf(server)
    expect((await run('init')).code).toBe(0)
    expect(await campaignOf(server)).toEqual(before)
  })
})

test('question set shows the new question to customers', async () => {
  const who = await server.signIn()
  const asked = await run('question', 'set', 'ชอบสีไหน', '--choice', 'แดง', '--choice', 'ขาว')
  expect(asked.code).toBe(0)
  const { body } = await server.call('question', { token: who.token })
  expect(body).toMatchObject({ textTh: 'ชอบสีไหน', kind: 'choice', choices: ['แดง', 'ขาว'], closesAt: null })
})

test.each([
  ['TEXT', ['']],
  ['--choice', ['ชอบสีไหน', '--choice', 'แดง']],
  ['--choice', ['ชอบสีไหน', '--choice', 'แดง', '--choice', 'แดง']],
  ['--max-len', ['ชอบสีไหน', '--max-len', '5000']],
  ['--closes', ['ชอบสีไหน', '--closes', 'tomorrow']],
  ['--closes', ['ชอบสีไหน', '--closes', '2020-01-01T00:00:00Z']],
])('question set names a wrong %s', async (name, args) => {
  const { code, err } = await run('question', 'set', ...args)
  expect([code, err.startsWith(`${name}:`)]).toEqual([1, true])
})

describe('store import', () => {
  const importing = async (text: string | Uint8Array, ...options: string[]) => {
    const file = inFolder('stores.csv')
    await writeFile(file, text)
    return run('store', 'import', file, ...options)
  }
  const stores = async () => (await server.call('stores')).body
  const HEAD = 'code,chain,nameTh,branch,province,receiptNoHint,active'

  test('adds new stores, updates known ones, and changes the version of the lists', async () => {
    const version = (await server.call('masterAll')).body.version
    const csv = `\uFEFF${HEAD}\r\nNEW-1,ร้านใหม่,"ร้านใหม่, ""สาขาแรก""",แรก,เชียงใหม่,,\r\nBD-10-001,บ้านดีมาร์ท,ชื่อใหม่,สีลม,10,,1\r\n`
    const { code, out } = await importing(csv)
    expect([code, out]).toEqual([0, 'Added 1, changed 1, removed 0 of 2 lines.'])
    const list = await stores()
    expect(list[0]).toMatchObject({ id: 1, nameTh: 'ชื่อใหม่', receiptNoHint: null })
    expect(list.at(-1)).toMatchObject({ id: 13, nameTh: 'ร้านใหม่, "สาขาแรก"', provinceId: 50 })
    const all = (await server.call('masterAll')).body
    expect(all.version).not.toBe(version)
    expect(all.stores).toEqual(list)
  })

  test('changes nothing in a dry run, and removes other stores with --only', async () => {
    const before = await stores()
    const csv = `${HEAD}\nBD-10-001,บ้านดีมาร์ท,บ้านดีมาร์ท สาขาสีลม,สีลม,Bangkok,,1\n`
    await importing(csv, '--only', '--dry-run')
    expect(await stores()).toEqual(before)
    await importing(csv, '--only')
    expect((await stores()).map(store => store.id)).toEqual([1])
  })

  test('lists every wrong line and imports nothing', async () => {
    const before = await stores()
    const csv = `${HEAD}\nA-1,ร้าน,ร้าน,แรก,10,,\nA-1,ร้าน,ร้าน,สอง,แอตแลนติส,,yes\n,ร้าน,ร้าน,สาม,10,,\n`
    const { code, err } = await importing(csv)
    expect(code).toBe(1)
    expect(err.split('\n')).toEqual([
      'line 3: province: "แอตแลนติส" is not a province',
      'line 3: active: must be 0 or 1',
      'line 3: code: "A-1" is also on line 2',
      'line 4: code: must not be empty',
    ])
    expect(await stores()).toEqual(before)
    expect(await audit()).toEqual([])
  })

  test.each([
    ['a missing file', null, 'cannot read the file'],
    ['another encoding', Uint8Array.of(0xa1, 0x81, 0x2c), 'is not UTF-8'],
    ['an unclosed quote', `${HEAD}\n"A-1,ร้าน`, 'a quote is not closed'],
    ['columns of another file', 'name,phone\na,b', 'unknown columns: name, phone'],
    ['missing columns', 'code,chain\na,b', 'missing columns: nameTh, branch, province'],
    ['a file without stores', HEAD, 'the file contains no stores'],
    ['a duplicate column', `${HEAD},code\n`, 'duplicate columns: code'],
    [
      'a line of ten megabytes',
      `${HEAD}\nA-1,${'ร'.repeat(5_000_000)},x,y,10,,`,
      'chain: must be at most 200 characters',
    ],
    [
      'a quoted line of ten megabytes',
      `${HEAD}\nA-1,"${'"",'.repeat(3_000_000)}",x,y,10,,`,
      'chain: must be at most 200 characters',
    ],
    [
      'an unclosed quote of ten megabytes',
      `${HEAD}\nA-1,"${'x'.repeat(10_000_000)}`,
      'a quote is not closed',
    ],
    ['a control character', `${HEAD}\nA-\u00001,x,x,y,10,,`, 'code: contains control characters'],
    ['more cells than columns', `${HEAD}\nA-1,x,x,y,10,,1,too,many`, 'has 9 cells but there are 7 columns'],
    ['a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'is not UTF-8'],
  ])('refuses %s', async (_, text, message) => {
    const { code, err } =
      text === null ? await run('store', 'import', inFolder('none.csv')) : await importing(text)
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
  })
})

describe('rewards', () => {
  test('reward stock sets the remaining stock', async () => {
    expect((await run('reward', 'stock', 'gift', '3')).out).toBe('gift: 3 left (before: 500).')
    expect((await run('reward', 'stock', 'concert', '9')).out).toBe('concert: 9 left (before: no limit).')
    expect((await run('reward', 'stock', 'car', '1')).err).toContain('TYPE: must be one of welcome, answer')
    expect((await run('reward', 'stock', 'gift', 'many')).err).toContain('"many"')
  })

  test('reward pin lets staff redeem a reward, and the PIN is neither in the data nor in the audit log', async () => {
    const who = await server.signIn()
    await server.call('createReward', { token: who.token, body: {} })
    await update(server, 'reward_kind', { needs_staff: 1 })
    expect((await organiser(server, ['12'])('reward', 'pin')).err).toContain('PIN: must be 6 digits')
    expect((await run('reward', 'pin', '918273')).err).toContain('do not pass it as an argument')
    const set = await organiser(server, ['918273'])('reward', 'pin')
    expect([set.code, set.out]).toEqual([0, 'The staff PIN is set.'])
    const body = { rewardType: 'welcome', staffPin: '918273' } as const
    expect((await server.call('useReward', { token: who.token, body })).status).toBe(200)
    expect(JSON.stringify([await audit(), await campaignOf(server)])).not.toContain('918273')
  })
})

describe('store PINs', () => {
  /** Returns the PIN from a line of the CSV file, where a formula makes Excel keep the PIN's zeros. */
  const pinOf = (line: string) => /"=""(\d{6})"""$/.exec(line)?.[1] ?? ''

  test('store pins creates a random PIN for each store, once, and only the file contains it', async () => {
    const path = inFolder('pins.csv')
    expect((await run('store', 'pins')).out).toMatch(/^0 of \d+ stores have a PIN/)
    expect((await run('store', 'pins', '--rotate')).err).toContain('--create')
    expect((await run('store', 'pins', '--create', path)).out).toContain('0 stores keep theirs')
    const lines = (await readFile(path, 'utf8')).trim().split('\r\n').slice(1)
    const pins = lines.map(pinOf)
    expect(pins.filter(pin => /^\d{6}$/.test(pin))).toHaveLength(lines.length)
    expect(new Set(pins).size).toBeGreaterThan(1)
    const stored = await rowsOf(server, 'store_pin')
    expect(stored).toHaveLength(lines.length)
    expect(pins.some(pin => JSON.stringify(stored.map(row => row.pin_hash)).includes(`"${pin}`))).toBe(false)
    const again = await run('store', 'pins', '--create', path)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('already exists')])
    expect((await readFile(path, 'utf8')).trim().split('\r\n').slice(1)).toEqual(lines)
    expect((await run('store', 'pins', '--create', inFolder('new.csv'))).out).toContain('0 new PINs')
    await run('store', 'pins', '--create', path, '--rotate')
    const rotated = (await readFile(path, 'utf8')).trim().split('\r\n').slice(1)
    expect(rotated).toHaveLength(lines.length)
    expect(rotated).not.toEqual(lines)
    const log = JSON.stringify(await audit())
    expect([...lines, ...rotated].some(line => log.includes(`"${pinOf(line)}"`))).toBe(false)
  })

  test('store pin needs six digits and a store', async () => {
    const pin = (...words: string[]) => organiser(server, ['1234'])('store', 'pin', ...words)
    expect((await pin('BD-10-001')).err).toContain('PIN: must be 6 digits')
    expect((await pin('BD-10-001', '123456')).err).toContain('do not pass it as an argument')
    expect((await pin('XX-1')).err).toContain('no store has the code "XX-1"')
  })
})

describe('receipts', () => {
  test('are listed, shown with their photo, approved and rejected, visible to the customer', async () => {
    const who = await server.signIn()
    const first = (await sendReceipt(server, who, { amount: 500 })).body
    server.clock.advance(1000)
    const second = (await sendReceipt(server, who)).body
    const listed = JSON.parse((await run('receipts', 'list', '--json')).out)
    expect(listed.map((one: { id: string }) => one.id)).toEqual([first.id, second.id])
    const file = inFolder('out.jpg')
    const shown = await run('receipts', 'show', first.id, '--image', file)
    expect(shown.out).toContain(first.receiptNo)
    expect(shown.out).toMatch(/^createdAt +2026-11-20 12:00$/m)
    expect(inspect(await readFile(file))).toMatchObject({ width: 200, height: 200 })
    expect((await run('receipts', 'approve', first.id)).out).toBe(`${first.id} approved: 5 tickets`)
    await run('receipts', 'reject', second.id, '--reason', 'BLURRY', '--note', 'ถ่ายใหม่')
    expect(await receiptOf(who, first.id)).toMatchObject({ status: 'approved', rights: 5 })
    expect((await receiptOf(who, second.id)).rejectText).toBe('ภาพไม่ชัด กรุณาถ่ายใหม่: ถ่ายใหม่')
    expect((await run('receipts', 'list')).out).toBe('There are no pending receipts.')
  })

  test('are shown with receipts that have the same photo or a similar purchase', async () => {
    const [who, other] = [await server.signIn(), await server.signIn()]
    const bytes = newPhoto()
    const photo = await uploadPhoto(server, who, bytes)
    await uploadPhoto(server, other, bytes)
    const mine = (await sendReceipt(server, who, { images: [photo] })).body
    const theirs = (await sendReceipt(server, other, { images: [photo], amount: 999 })).body
    const near = (await sendReceipt(server, other)).body
    const { suspicions } = JSON.parse((await run('receipts', 'show', mine.id, '--json')).out)
    expect(suspicions.map((one: { what: string; receiptId: string }) => [one.what, one.receiptId])).toEqual([
      ['same photo', theirs.id],
      ['same store and amount within a day', near.id],
    ])
  })

  test('are counted below a list, and below several decisions', async () => {
    const who = await server.signIn()
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1)
      ids.push((await sendReceipt(server, who, { amount: 200 })).body.id)
    const lastLine = async (...argv: string[]) => (await run('receipts', ...argv)).out.split('\n').at(-1)
    expect(await lastLine('list')).toBe('3 pending receipts')
    expect(await lastLine('list', '--limit', '2')).toBe('2 of 3 pending receipts; --limit shows more')
    expect(await lastLine('approve', ...ids)).toBe('3 receipts approved, 6 tickets')
    expect(await lastLine('void', ...ids)).toBe('3 receipts voided, with 6 tickets')
    expect((await run('sessions', 'list', who.customerId)).out).toMatch(/\n1 sessions, 1 live$/)
  })

  test('are approved together or not at all', async () => {
    const who = await server.signIn()
    const { body } = await sendReceipt(server, who)
    const { code, err } = await run('receipts', 'approve', body.id, body.id)
    expect([code, err]).toEqual([
      1,
      `${body.id}: the receipt’s status does not allow this; nothing was changed`,
    ])
    expect((await receiptOf(who, body.id)).status).toBe('pending')
    expect(await countRows(server, 'ticket')).toBe(0)
  })

  test.each([
    [['list', '--status', 'lost'], '--status: must be one of pending'],
    [['list', '--limit', '0'], '--limit:'],
    [['show', 'x'], 'x: no such receipt'],
    [['reject', 'x'], '--reason: is required and must be one of BLURRY'],
    [['reject', 'x', '--reason', 'OTHER'], 'x: no such receipt'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run('receipts', ...args)
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
  })
})
