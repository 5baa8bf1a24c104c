import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { csvCell } from '#server/cli/csv-file.ts'
import { parseCsv } from '#server/data/csv.ts'
import {
  announceWinner,
  campaignOf,
  newKey,
  sendReceipt,
  setCampaign,
  uploadPhoto,
} from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { hostileStrings } from '#tests/kit/hostile.ts'
import { profileForm, type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'

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

describe('dates and rules', () => {
  const set = (...options: string[]) => run('dates', 'set', ...options)

  test('can be changed, and customers see the new values', async () => {
    const { code } = await set(
      ...['--opens', '2026-11-01T00:00:00+07:00', '--closes', '2026-12-31T23:59:59+07:00'],
      ...['--draw', '2027-01-05T14:00:00+07:00', '--announce', '2027-01-07T10:00:00+07:00'],
      ...['--confirm-by', '2027-01-14T10:00:00+07:00', '--baht-per-right', '250', '--min-amount', '99.50'],
      ...['--max-per-day', '3', '--min-age', '20', '--permit-no', '123/2569'],
      ...['--review-days', '5'],
    )
    expect(code).toBe(0)
    expect((await server.call('activity')).body).toMatchObject({
      closesAt: '2026-12-31T16:59:59.000Z',
      bahtPerRight: 250,
      minAmount: 99.5,
      maxReceiptsPerDay: 3,
      minAge: 20,
      reviewDays: 5,
      permitNo: '123/2569',
    })
    await set('--permit-no', '', '--review-days', '')
    expect(await campaignOf(server)).toMatchObject({ permit_no: null, review_days: null })
    expect((await run('dates', 'show')).out).toContain('2026-12-31 23:59')
  })

  test('are shown with a note while the state is set by hand', async () => {
    await run('pending')
    expect((await set('--min-age', '20')).out).toContain(
      'The campaign was set to pending by hand; run `auto`',
    )
    expect((await run('doctor')).out).toContain('the campaign is pending (set by hand; `auto`')
    await run('auto')
    expect((await set('--min-age', '18')).out).not.toContain('by hand')
  })

  test.each([
    [[], 'Nothing to set'],
    [['--closes', '2026-12-31'], '--closes: must be a time'],
    [['--closes', '2020-01-01T00:00:00Z'], 'must be later than --opens'],
    [['--baht-per-right', '0'], '--baht-per-right: must be a whole number'],
    [['--min-amount', '-5'], 'argument is ambiguous'],
    [['--min-amount', '1.234'], '--min-amount: must be an amount'],
    [['--review-days', '0'], '--review-days: must be a whole number'],
    [['--min-age', '9'], '--min-age: must be a whole number from 10'],
    [['--permit-no', 'x\ny'], '--permit-no: must be a single line'],
  ])('refuses %j and changes nothing', async (options, message) => {
    const before = await campaignOf(server)
    const { code, err } = await set(...options)
    expect([code > 0, err]).toEqual([true, expect.stringContaining(message)])
    expect(await campaignOf(server)).toEqual(before)
  })

  test('cannot be changed once the draw or the announcement depends on them', async () => {
    const { draw_id, closes_at } = await campaignOf(server)
    const later = new Date(closes_at + 60_000).toISOString()
    const drawRow = server.db.updateTable('draw').where('id', '=', draw_id ?? '')
    await drawRow.set({ beacon_at: closes_at + 30_000 }).execute()
    expect((await set('--closes', later)).err).toContain('before the beacon')
    await drawRow.set({ beacon_at: null, sealed_at: 1 }).execute()
    expect((await set('--closes', later)).err).toContain('sealed')
    await setCampaign(server, { announced_at: 1 })
    expect((await set('--announce', new Date(closes_at + 4 * DAY_MS).toISOString())).err).toContain(
      'announced',
    )
  })

  test('do not change in a dry run', async () => {
    const before = await campaignOf(server)
    expect((await set('--min-age', '20', '--dry-run')).out).toContain('Dry run')
    expect(await campaignOf(server)).toEqual(before)
  })
})

describe('one customer', () => {
  test('is found by id, phone and LINE id; the audit log contains only the id', async () => {
    for (const name of [who.customerId, '0800000001', who.user.userId]) {
      const shown = JSON.parse((await run('customer', 'show', name, '--json')).out)
      expect(shown).toMatchObject({ id: who.customerId, firstName: profileForm.firstName, tickets: 0 })
    }
    expect((await run('customer', 'show', '0899999999')).err).toContain('no such customer')
    const audit = JSON.stringify(await server.db.selectFrom('audit').selectAll().execute())
    for (const word of ['0800000001', who.user.userId, profileForm.firstName])
      expect(audit).not.toContain(word)
  })

  test('is shown with the number of valid tickets, without void ones', async () => {
    const { body } = await sendReceipt(server, who, { amount: 300 })
    const tickets = async () =>
      JSON.parse((await run('customer', 'show', who.customerId, '--json')).out).tickets
    await run('receipts', 'approve', body.id)
    expect(await tickets()).toBe(3)
    await run('receipts', 'void', body.id)
    expect(await tickets()).toBe(0)
  })

  test('is erased permanently, but not by a dry run', async () => {
    await uploadPhoto(server, who)
    expect((await run('customer', 'erase', who.customerId, '--dry-run')).out).toContain('Dry run')
    expect((await server.call('getCustomer', { token: who.token })).body.firstName).toBe(
      profileForm.firstName,
    )
    expect((await run('customer', 'erase', '0800000001')).out).toMatch(/^Erased \S+ and 1 photos\.$/)
    expect((await server.call('getCustomer', { token: who.token })).status).toBe(401)
    expect((await run('customer', 'erase', who.customerId)).err).toContain('has already left')
  })

  test('who is a winner must decline the seat before being erased', async () => {
    await server.call('createReward', { token: who.token, body: {} })
    await server.db.updateTable('reward').set({ draw_state: 'won', draw_rank: 1 }).execute()
    await setCampaign(server, { announced_at: server.clock.now() - 1 })
    expect((await run('customer', 'erase', who.customerId)).err).toContain('must decline it first')
  })
})

describe('exports', () => {
  const exported = async (what: string) => {
    const file = join(folder, `${what}.csv`)
    const { code, err } = await run('export', what, '--csv', file)
    expect([code, err]).toEqual([0, ''])
    const [head, ...rows] = parseCsv(await readFile(file, 'utf8'))
    return {
      file,
      rows: rows.map(row => Object.fromEntries(row.fields.map((cell, at) => [head?.fields[at], cell]))),
    }
  }

  test('write customers, receipts and tickets to private files with a byte order mark for Excel', async () => {
    const { id } = (await sendReceipt(server, who, { amount: 300 })).body
    await run('receipts', 'approve', id)
    const customers = await exported('customers')
    expect(customers.rows).toEqual([
      expect.objectContaining({
        id: who.customerId,
        phone: '0800000001',
        province: 'กรุงเทพมหานคร',
        marketing: '0',
      }),
    ])
    const consent = { token: who.token, key: newKey() }
    await server.call('giveMarketingConsent', consent)
    server.clock.advance(1000)
    expect((await exported('customers')).rows).toEqual([expect.objectContaining({ marketing: '1' })])
    await server.call('deleteMarketingConsent', { ...consent, key: newKey() })
    expect((await exported('customers')).rows).toEqual([expect.objectContaining({ marketing: '0' })])
    expect((await readFile(customers.file)).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect((await stat(customers.file)).mode & 0o777).toBe(0o600)
    expect((await exported('receipts')).rows).toEqual([
      expect.objectContaining({ id, amount: '300', status: 'approved' }),
    ])
    expect((await exported('tickets')).rows.map(row => row.sourceId)).toEqual([id, id, id])
    expect((await exported('winners')).rows).toEqual([])
  })

  test('name the address of a winner only for a confirmed prize that is shipped', async () => {
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
      const [row] = (await exported('winners')).rows
      return [row?.addressLine, row?.province, row?.postalCode]
    }
    expect(await addressAfter('shipped')).toEqual(['', '', ''])
    await server.call('confirmConcert', { token: who.token, key: newKey(), body: { attend: true } })
    expect(await addressAfter('shipped')).toEqual(['99/1 ถนนหน้าพระลาน', 'กรุงเทพมหานคร', '10200'])
    expect(await addressAfter('seat')).toEqual(['', '', ''])
  })

  test('contain all rows in order across several pages', async () => {
    const rows = Array.from({ length: 4500 }, (_, seq) => ({
      id: `01920000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
      customer_id: who.customerId,
      source: 'receipt' as const,
      source_id: 'r',
      seq,
      state: 'valid' as const,
      created_at: 1,
    }))
    for (let at = 0; at < rows.length; at += 500)
      await server.db
        .insertInto('ticket')
        .values(rows.slice(at, at + 500))
        .execute()
    expect((await exported('tickets')).rows.map(row => row.ticketId)).toEqual(rows.map(row => row.id))
  })

  test('name a file that cannot be written, and a missing --csv', async () => {
    expect((await run('export', 'tickets', '--csv', join(folder, 'no', 'x.csv'))).err).toContain(
      'cannot write the file',
    )
    expect((await run('export', 'tickets')).err).toContain('--csv: is required')
  })
})

test('a CSV cell never starts a formula and keeps its text', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', "=cmd|' /C calc'!A0"]
  for (const text of [...formulas, ...hostileStrings]) {
    const cell = csvCell(text)
    expect(/^"?[=+\-@\t\r]/.test(cell)).toBe(false)
    expect(parseCsv(`${cell},end`)[0]?.fields[1]).toBe('end')
    const inner = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    expect(inner.replace(/^'(?=[=+\-@\t\r])/, '')).toBe(text)
  }
})
