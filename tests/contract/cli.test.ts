import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verbs } from '#server/cli/verbs.ts'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import { inspect } from '#server/images/inspect.ts'
import {
  campaignOf,
  countRows,
  newPhoto,
  sendReceipt,
  setCampaign,
  uploadPhoto,
} from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let run: ReturnType<typeof organiser>
let folder: string

beforeEach(async () => {
  server = await testServer()
  run = organiser(server)
  folder = await testFolder()
})
afterEach(() => server.close())

const activity = async () => (await server.call('activity')).body
const audit = () => server.db.selectFrom('audit').selectAll().orderBy('seq').execute()
const receiptOf = async (who: SignedIn, id: string) =>
  (await server.call('getReceipt', { token: who.token, params: { id } })).body

describe('help', () => {
  test('lists every verb, and each explains itself', async () => {
    const overview = await run('--help')
    for (const verb of verbs) {
      expect(overview.out).toContain(verb.name)
      const own = await run(...verb.name.split(' '), '--help')
      expect([own.code, own.out]).toEqual([0, expect.stringContaining(`npm run campaign -- ${verb.name}`)])
      const said = own.out.split('\n')[0]?.match(/--dry-run/g) ?? []
      expect([verb.name, said.length < 2]).toEqual([verb.name, true])
    }
    expect((await run()).out).toBe(overview.out)
    expect(await audit()).toEqual([])
  })

  test.each([
    [['frobnicate'], '"frobnicate" is no verb'],
    [['receipts', 'praise'], '"receipts praise" is no verb'],
    [['reward'], 'there are: reward stock, reward pin'],
    [['reward', 'stock', 'gift'], 'Usage: reward stock TYPE N'],
    [['open', '--loudly'], "Unknown option '--loudly'"],
  ])('%j is not understood', async (argv, message) => {
    const { code, out, err } = await run(...argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(await audit()).toEqual([])
  })
})

describe('the campaign', () => {
  test('opens, closes and goes back to its dates, as customers see', async () => {
    expect((await run('close')).out).toContain('The campaign is ended (set by hand).')
    expect(await activity()).toMatchObject({ endPlatform: true, pendingPlatform: false })
    await run('pending')
    expect(await activity()).toMatchObject({ endPlatform: false, pendingPlatform: true })
    expect(JSON.parse((await run('open', '--json')).out)).toMatchObject({ state: 'open', mode: 'open' })
    await run('auto')
    expect((await campaignOf(server)).mode).toBe('auto')
  })

  test('init on a campaign that is there changes nothing', async () => {
    await run('reward', 'stock', 'gift', '7')
    const before = await campaignOf(server)
    expect((await run('init')).code).toBe(0)
    expect(await campaignOf(server)).toEqual(before)
  })
})

test('a question that is set is the one customers get', async () => {
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
])('a question with a wrong %s is refused by name', async (name, args) => {
  const { code, err } = await run('question', 'set', ...args)
  expect([code, err.startsWith(`${name}:`)]).toEqual([1, true])
})

describe('stores from a spreadsheet', () => {
  const importing = async (text: string | Uint8Array, ...options: string[]) => {
    const file = join(folder, 'stores.csv')
    await writeFile(file, text)
    return run('store', 'import', file, ...options)
  }
  const stores = async () => (await server.call('stores')).body
  const HEAD = 'code,chain,nameTh,branch,province,receiptNoHint,active'

  test('new ones are added, known ones changed, and phones are told that the list is another', async () => {
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

  test('a dry run changes nothing, and --only sends the others home', async () => {
    const before = await stores()
    const csv = `${HEAD}\nBD-10-001,บ้านดีมาร์ท,บ้านดีมาร์ท สาขาสีลม,สีลม,Bangkok,,1\n`
    await importing(csv, '--only', '--dry-run')
    expect(await stores()).toEqual(before)
    await importing(csv, '--only')
    expect((await stores()).map(store => store.id)).toEqual([1])
  })

  test('every wrong line is named, and nothing is imported', async () => {
    const before = await stores()
    const csv = `${HEAD}\nA-1,ร้าน,ร้าน,แรก,10,,\nA-1,ร้าน,ร้าน,สอง,แอตแลนติส,,yes\n,ร้าน,ร้าน,สาม,10,,\n`
    const { code, err } = await importing(csv)
    expect(code).toBe(1)
    expect(err.split('\n')).toEqual([
      'line 3: province: "แอตแลนติส" is none',
      'line 3: active: is neither 0 nor 1',
      'line 3: code: "A-1" stands on line 2 too',
      'line 4: code: is empty',
    ])
    expect(await stores()).toEqual(before)
    expect(await audit()).toEqual([])
  })

  test.each([
    ['no such file', null, 'cannot be read'],
    ['another encoding', Uint8Array.of(0xa1, 0xa2, 0x2c), 'is not UTF-8'],
    ['a quote that is never closed', `${HEAD}\n"A-1,ร้าน`, 'a quote is not closed'],
    ['columns of another file', 'name,phone\na,b', 'unknown columns: name, phone'],
    ['missing columns', 'code,chain\na,b', 'missing columns: nameTh, branch, province'],
    ['no store at all', HEAD, 'there is no store in it'],
    ['a column that stands twice', `${HEAD},code\n`, 'columns that stand twice: code'],
    ['a line of ten megabytes', `${HEAD}\nA-1,${'ร'.repeat(5_000_000)},x,y,10,,`, 'chain: is too long'],
    ['the same in quotes', `${HEAD}\nA-1,"${'"",'.repeat(3_000_000)}",x,y,10,,`, 'chain: is too long'],
    ['a quote of ten megabytes', `${HEAD}\nA-1,"${'x'.repeat(10_000_000)}`, 'a quote is not closed'],
    ['signs that are no text', `${HEAD}\nA-\u00001,x,x,y,10,,`, 'code: holds signs that are no text'],
    ['more cells than columns', `${HEAD}\nA-1,x,x,y,10,,1,too,many`, 'has 9 cells for 7 columns'],
    ['a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'is not UTF-8'],
  ])('%s is refused', async (_, text, message) => {
    const { code, err } =
      text === null ? await run('store', 'import', join(folder, 'none.csv')) : await importing(text)
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
  })
})

describe('rewards', () => {
  test('the stock is what is left from now on', async () => {
    expect((await run('reward', 'stock', 'gift', '3')).out).toBe('gift: 3 left (before: 500).')
    expect((await run('reward', 'stock', 'concert', '9')).out).toBe('concert: 9 left (before: no limit).')
    expect((await run('reward', 'stock', 'car', '1')).err).toContain('"car" is none of welcome, answer')
    expect((await run('reward', 'stock', 'gift', 'many')).err).toContain('"many"')
  })

  test('the staff’s PIN releases a reward, and stands neither in the data nor in the audit', async () => {
    const who = await server.signIn()
    await server.call('createReward', { token: who.token, body: {} })
    await server.db.updateTable('reward_kind').set({ needs_staff: 1 }).execute()
    expect((await run('reward', 'pin', '12')).code).toBe(1)
    await run('reward', 'pin', '918273')
    const body = { rewardType: 'welcome', staffPin: '918273' } as const
    expect((await server.call('useReward', { token: who.token, body })).status).toBe(200)
    expect(JSON.stringify([await audit(), await campaignOf(server)])).not.toContain('918273')
  })
})

describe('receipts', () => {
  test('are listed, shown with their photo, approved and rejected, as the customer then sees', async () => {
    const who = await server.signIn()
    const first = (await sendReceipt(server, who, { amount: 500 })).body
    server.clock.advance(1000)
    const second = (await sendReceipt(server, who)).body
    const listed = JSON.parse((await run('receipts', 'list', '--json')).out)
    expect(listed.map((one: { id: string }) => one.id)).toEqual([first.id, second.id])
    const file = join(folder, 'out.jpg')
    const shown = await run('receipts', 'show', first.id, '--image', file)
    expect(shown.out).toContain(first.receiptNo)
    expect(shown.out).toMatch(/^createdAt +2026-11-20 12:00$/m)
    expect(inspect(await readFile(file))).toMatchObject({ width: 200, height: 200 })
    expect((await run('receipts', 'approve', first.id)).out).toBe(`${first.id} approved: 5 rights`)
    await run('receipts', 'reject', second.id, '--reason', 'BLURRY', '--note', 'ถ่ายใหม่')
    expect(await receiptOf(who, first.id)).toMatchObject({ status: 'approved', rights: 5 })
    expect((await receiptOf(who, second.id)).rejectText).toBe('ภาพไม่ชัด กรุณาถ่ายใหม่: ถ่ายใหม่')
    expect((await run('receipts', 'list')).out).toBe('No receipt is pending.')
  })

  test('the same photo and the same amount nearby are pointed out', async () => {
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

  test('several are decided together or not at all', async () => {
    const who = await server.signIn()
    const { body } = await sendReceipt(server, who)
    const { code, err } = await run('receipts', 'approve', body.id, body.id)
    expect([code, err]).toEqual([1, `${body.id}: does not wait for a decision; nothing was changed`])
    expect((await receiptOf(who, body.id)).status).toBe('pending')
    expect(await countRows(server, 'ticket')).toBe(0)
  })

  test.each([
    [['list', '--status', 'lost'], '--status: is none of pending'],
    [['list', '--limit', '0'], '--limit:'],
    [['show', 'x'], 'x: there is no such receipt'],
    [['reject', 'x'], '--reason: is needed, one of BLURRY'],
    [['reject', 'x', '--reason', 'OTHER'], 'x: there is no such receipt'],
  ])('%j is refused', async (args, message) => {
    const { code, err } = await run('receipts', ...args)
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
  })
})

describe('the record', () => {
  test('every command is in it, and any change of it is found', async () => {
    await run('open')
    await run('receipts', 'list')
    await run('reward', 'stock', 'gift', '5')
    expect((await audit()).map(row => [row.seq, row.actor, row.action])).toEqual([
      [1, 'tester', 'open'],
      [2, 'tester', 'receipts list'],
      [3, 'tester', 'reward stock'],
    ])
    expect((await run('audit', 'verify')).code).toBe(0)
    await server.db.updateTable('audit').set({ detail: '{"remaining":500}' }).where('seq', '=', 3).execute()
    expect(await run('audit', 'verify')).toMatchObject({
      code: 1,
      out: expect.stringContaining('entry 3 of 4'),
    })
  })

  test('a forged entry whose own hash is right is found by the one behind it', async () => {
    for (const verb of ['open', 'close', 'auto']) await run(verb)
    const row = (await audit())[1]
    if (!row) throw new Error('three commands are three entries')
    const forged = canonicalJson([row.seq, row.at, 'nobody', row.action, row.detail, row.previous_hash])
    const hash = sha256Hex(forged)
    await server.db.updateTable('audit').set({ actor: 'nobody', hash }).where('seq', '=', 2).execute()
    expect((await run('audit', 'verify')).out).toContain('entry 3 of 3')
  })

  test('a missing entry is found too', async () => {
    for (const verb of ['open', 'close', 'auto']) await run(verb)
    await server.db.deleteFrom('audit').where('seq', '=', 2).execute()
    expect((await run('audit', 'verify')).out).toContain('entry 2 of 2')
  })
})

describe('doctor', () => {
  test('a seeded campaign is healthy but for the PIN nobody has set', async () => {
    const { code, out } = await run('doctor')
    expect(code).toBe(0)
    expect(out).toContain('77 provinces, 928 districts, 7475 subdistricts, 12 stores')
    expect(out.split('\n').filter(line => !line.startsWith('ok'))).toEqual([
      expect.stringContaining('staff PIN'),
    ])
  })

  test('dates in the wrong order and lost photos are found', async () => {
    const who = await server.signIn()
    const sha256 = await uploadPhoto(server, who)
    await server.objects.delete(`r/${who.customerId}/${sha256}`)
    await setCampaign(server, { confirm_by: 1 })
    const { code, out } = await run('doctor')
    expect(code).toBe(1)
    expect(out).toContain('FAIL  dates')
    expect(out).toContain('FAIL  photos: 1 of the newest 1 are missing')
  })
})
