import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { at, beaconAt, endCampaign, PRIZES, ticketHolders, winnersOf } from '#tests/kit/draw.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const campaign = organiser(server)

/** Runs a command twice at the same time, as two organisers might. Returns the sorted exit codes and the errors. */
async function atOnce(...argv: string[]): Promise<{ codes: number[]; err: string }> {
  const both = await Promise.all([campaign(...argv), campaign(...argv)])
  return { codes: both.map(({ code }) => code).toSorted(), err: both.map(({ err }) => err).join('') }
}

const audited = async (action: string): Promise<number> =>
  (await server.db.selectFrom('audit').select('seq').where('action', '=', action).execute()).length

test('runs each step of the draw once and refuses the second organiser', async () => {
  await ticketHolders(server, [3, 1, 4, 1, 5])
  const beacon = await beaconAt(server)
  const steps = [
    { argv: ['draw', 'commit', '--beacon', 'รางวัลที่ 1', '--beacon-at', at(beacon), ...PRIZES] },
    { argv: ['draw', 'seal'], before: () => endCampaign(server) },
    { argv: ['draw', 'run', '--beacon', '123456'], before: async () => server.clock.advance(4 * DAY_MS) },
    { argv: ['announce', '--now'], before: async () => undefined },
  ]
  for (const { argv, before } of steps) {
    await before?.()
    const { codes, err } = await atOnce(...argv)
    expect([argv[1], codes, err]).toEqual([
      argv[1],
      [0, 1],
      expect.stringMatching(/^(The draw|The list|Someone else|The result)/),
    ])
  }
  expect((await winnersOf(server)).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
  expect((await campaign('audit', 'verify')).code).toBe(0)
})

test('decides a receipt once and creates its tickets once', async () => {
  const me = await server.signIn()
  const { id } = (await sendReceipt(server, me, { amount: 500 })).body
  const { codes, err } = await atOnce('receipts', 'approve', id)
  expect(codes).toEqual([0, 1])
  expect(err).toContain(id)
  const tickets = await server.db.selectFrom('ticket').select('seq').where('source_id', '=', id).execute()
  expect(new Set(tickets.map(({ seq }) => seq)).size).toBe(tickets.length)
  expect(await audited('receipts approve')).toBe(1)
})

test('applies a repeated import, stock change and erasure once, and keeps the audit log intact', async () => {
  const file = join(await testFolder(), 'stores.csv')
  await writeFile(file, 'code,chain,nameTh,branch,province\nT-1,ร้านทดสอบ,ร้านทดสอบ,สยามทดสอบ,กรุงเทพมหานคร\n')
  const imports = await atOnce('store', 'import', file)
  const stock = await atOnce('reward', 'stock', 'gift', '7')
  const me = await server.signIn()
  const erased = await atOnce('customer', 'erase', me.customerId)
  // On PostgreSQL, the second command may have read before the first one committed. It then fails and imports nothing.
  expect([
    ['', 0],
    ['Another command has just made the same change: check the result, then try again.', 1],
  ]).toContainEqual([imports.err, imports.codes[1]])
  expect(imports.codes[0]).toBe(0)
  const stores = await server.db.selectFrom('store').select('id').where('branch', '=', 'สยามทดสอบ').execute()
  expect(stores).toHaveLength(1)
  expect(stock).toEqual({ codes: [0, 0], err: '' })
  expect([erased.codes[0], erased.err === '' || erased.err.includes('left')]).toEqual([0, true])
  expect((await campaign('audit', 'verify')).code).toBe(0)
})
