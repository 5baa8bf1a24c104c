import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import type { DeskAction } from '#contract/approvals.ts'
import { TICKET_TEXT_MAX } from '#contract/desk/limits.ts'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { endCampaign, giveAdvertisedPrizes, shownDraw, ticketHolders, winnersOf } from '#tests/kit/draw.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { columnsOf, eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
beforeEach(() => giveAdvertisedPrizes(server, desk.deps.advertised, 2))
const mali = eachTest(() => desk.join('manager', 'Mali'))
const thana = eachTest(() => desk.join('manager', 'Thana'))

async function ask(input: DeskAction): Promise<string> {
  server.clock.advance(1)
  const asked = await mali.call('askApproval', { body: { input } })
  expect(asked.status).toBe(200)
  return asked.body.approvals[0]?.id ?? ''
}

/** Lets Mali ask for the action and Thana approve it. Returns the error, or null. */
async function together(input: DeskAction): Promise<string | null> {
  const id = await ask(input)
  const { status, error } = await thana.approve(id)
  return status === 200 ? null : `${error.error} ${error.detail} ${JSON.stringify(error.values)}`
}

async function fetched(kind: 'html' | 'csv'): Promise<Uint8Array> {
  const id = await ask({ action: 'export-slips', kind, lang: 'th' })
  expect((await mali.call('approvedFile', { params: { id } })).error.error).toBe('NOT_APPROVED')
  await thana.approve(id)
  const { body, headers } = await mali.call('approvedFile', { params: { id } })
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="slips.${kind === 'html' ? 'zip' : 'csv'}"`,
  )
  return new Uint8Array(await body.arrayBuffer())
}

/** Returns the number of one ticket of each customer, as on the slips and in the order of the list. */
async function oneOfEach(): Promise<string[]> {
  const entries = await server.db.selectFrom('draw_entry').selectAll().orderBy('ticket_id').execute()
  const byCustomer = new Map(entries.map(entry => [entry.customer_id, entry.no ?? 0]))
  return [...byCustomer.values()].map(no => ticketNumberOf('FF', no))
}

const seal = { action: 'draw-seal', leavePending: false, physical: true } as const
const preview = async (csv: string) => mali.call('previewDrawImport', { body: { csv } })
const state = async () => (await mali.call('draw')).body

test('two managers seal for slips without a promise, print them, and import what was drawn', async () => {
  await ticketHolders(server, [2, 1, 3])
  await endCampaign(server)
  await signInAgain()
  expect(await together(seal)).toBeNull()
  expect(await state()).toMatchObject({ state: 'sealed', byHand: true, commitment: null, entriesCount: 6 })

  const file = join(await testFolder(), 'slips.csv')
  expect(await organiser(server)('slips', '--csv', file)).toMatchObject({ code: 0 })
  expect(Buffer.from(await fetched('csv')).equals(await readFile(file))).toBe(true)
  const zip = unzipSync(await fetched('html'))
  expect(Object.keys(zip)).toEqual(['slips-1.html'])
  expect(
    Buffer.from(zip['slips-1.html'] ?? [])
      .toString()
      .match(/<code>FF-\d{6}-\d<\/code>/g),
  ).toHaveLength(6)

  const [first = '', second = ''] = await oneOfEach()
  const found = await preview(`เลขสิทธิ์;หมายเหตุ\r\n${first};\r\n"${second.toLowerCase()}";"กล่อง 1"\r\n`)
  expect(found.body.lines).toEqual([
    {
      line: 2,
      ticketNo: first,
      name: expect.stringContaining('***'),
      prize: expect.any(Object),
      problem: null,
    },
    {
      line: 3,
      ticketNo: second.toLowerCase(),
      name: expect.stringContaining('***'),
      prize: expect.any(Object),
      problem: null,
    },
  ])
  expect(await winnersOf(server)).toEqual([])
  const tickets = found.body.lines.map(({ line, ticketNo }) => ({ line, ticketNo }))
  expect(await together({ action: 'draw-import', tickets })).toBeNull()
  expect(await state()).toMatchObject({ state: 'run', byHand: true, winners: 2, beacon: null })
  expect((await shownDraw(server)).winners).toEqual([])
  expect(await together({ action: 'announce', at: 0 })).toBeNull()
  expect((await shownDraw(server)).winners.map(winner => winner.number)).toEqual([first, second])
})

test('the preview names the problem of each line, and an approval of such lines imports nothing', async () => {
  await ticketHolders(server, [2, 1])
  await endCampaign(server)
  await signInAgain()
  await together(seal)
  const { customer_id } = await server.db
    .selectFrom('draw_entry')
    .select('customer_id')
    .groupBy('customer_id')
    .having(eb => eb.fn.countAll(), '=', 2)
    .executeTakeFirstOrThrow()
  const twice = await columnsOf(server, 'draw_entry', ['ticket_id'], { customer_id })
  const wrong = ['no-such', 'FF-000001-4', 'GG-000001-3', ticketNumberOf('FF', 999_999)]
  const typed = [...twice.map(entry => entry.ticket_id), ...wrong]
  const { lines } = (await preview(`ticketNo\n${typed.join('\n')}\n`)).body
  expect(lines.map(line => line.problem)).toEqual([
    null,
    { code: 'twice', before: 2 },
    { code: 'format', before: null },
    { code: 'check', before: null },
    { code: 'prefix', before: null },
    { code: 'missing', before: null },
  ])
  const tickets = lines.map(({ line, ticketNo }) => ({ line, ticketNo }))
  expect(await together({ action: 'draw-import', tickets })).toBe('REFUSED WRONG_LINES {"count":5}')
  expect([await winnersOf(server), (await state()).state]).toEqual([[], 'sealed'])
})

test('a file that cannot be read is refused with the reason', async () => {
  await ticketHolders(server, [1])
  await endCampaign(server)
  await signInAgain()
  await together(seal)
  const unreadable = async (csv: string) => (await preview(csv)).body.unreadable
  expect(await unreadable('number\nFF-000001-3\n')).toBe('no-column')
  expect(await unreadable('')).toBe('no-column')
  expect(await unreadable('ticketNo\n"FF-000001-3\n')).toBe('quotes')
  expect(await unreadable(`ticketNo\n${'9'.repeat(TICKET_TEXT_MAX + 1)}\n`)).toBe('too-long')
  expect(await unreadable(`ticketNo\n${'FF-000001-3\n'.repeat(5001)}`)).toBe('too-many')
  expect((await preview('ticketNo\n')).error.detail).toBe('NO_DRAWN_TICKETS')
  const { seats, reserves, lines } = (await preview('ticketNo\nx\n')).body
  expect(lines).toHaveLength(1)
  const many = await preview(`ticketNo\n${'x\n'.repeat(seats + reserves + 1)}`)
  expect(many.error).toMatchObject({
    detail: 'TOO_MANY_DRAWN',
    values: { count: seats + reserves + 1, seats, reserves },
  })
})

test('before the seal there are no slips and nothing to import', async () => {
  await ticketHolders(server, [1])
  const id = await ask({ action: 'export-slips', kind: 'xlsx', lang: 'en' })
  await thana.approve(id)
  expect((await mali.call('approvedFile', { params: { id } })).error.detail).toBe('NO_SEALED_LIST')
  expect((await preview('ticketNo\nx\n')).error).toMatchObject({
    detail: 'NOT_SEALED_BY_HAND',
    values: { state: 'open' },
  })
})

/** Signs both managers in again, because their sessions end before the campaign does. */
async function signInAgain(): Promise<void> {
  for (const who of [mali, thana]) {
    const { options } = (await who.call('signInOptions')).body
    await who.call('signIn', { body: { response: who.authenticator.use(options) } })
  }
}

test('rubbish in the file of the drawn tickets is never an error of the server, and changes nothing', async () => {
  await ticketHolders(server, [2, 1, 3])
  await endCampaign(server)
  await signInAgain()
  expect(await together(seal)).toBeNull()
  const before = await state()
  const cells = [
    '\0',
    '\ud800',
    '=HYPERLINK("https://evil.example")',
    "'; drop table draw; --",
    '%',
    '๑๒๓',
    '0'.repeat(60),
    '9'.repeat(61),
    '😀',
    '"',
    '\u202e1',
    '',
  ]
  const files = ['', '\ufeff', '\n\n\n', '"', 'ticketNo', ...cells.map(cell => `ticketNo\n${cell}\n`)]
  for (const csv of [...files, `ticketNo\n${cells.join('\n')}`, `ticketNo\n${'1\n'.repeat(6000)}`]) {
    const { status, body } = await preview(csv)
    expect([200, 400, 409], JSON.stringify(csv.slice(0, 40))).toContain(status)
    if (status === 200) expect(body.lines.filter(({ problem }) => problem === null)).toEqual([])
  }
  for (const ticketNo of cells) {
    const input: DeskAction = { action: 'draw-import', tickets: [{ line: 2, ticketNo }] }
    const { status } = await mali.call('askApproval', { body: { input } })
    if (status !== 400) expect(await together(input)).not.toBeNull()
  }
  expect(await state()).toEqual(before)
})
