import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { organiser, runInOrder } from '#tests/kit/cli.ts'
import { endCampaign, shownDraw, ticketHolders, verifyIndependently, winnersOf } from '#tests/kit/draw.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let run: ReturnType<typeof organiser>
let folder: string

beforeEach(async () => {
  server = await testServer()
  run = organiser(server)
  folder = await testFolder()
})
afterEach(() => server.close())

const proofFile = () => join(folder, 'draw.json')
const draw = () => shownDraw(server)
const winners = () => winnersOf(server)

const done = (...steps: string[][]) => runInOrder(run, steps)

test('draw import stores the slips in their order, and the published file contains the winners', async () => {
  await ticketHolders(server, [2, 2, 2, 2])
  await endCampaign(server)
  await done(['draw', 'seal', '--physical'])
  const slips = join(folder, 'slips.csv')
  await done(['slips', '--csv', slips])
  const sheet = join(folder, 'slips.html')
  await done(['slips', '--html', sheet])
  const countOf = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).length
  const lines = (await readFile(slips, 'utf8')).trim().split('\n').length - 1
  expect(countOf(await readFile(sheet, 'utf8'), /<code>[0-9a-f-]{36}<\/code>/g)).toBe(lines)
  const numbers = (await readFile(slips, 'utf8'))
    .split('\r\n')
    .slice(1, -1)
    .map(row => row.split(',')[0] ?? '')
  expect(numbers).toHaveLength(8)
  const entries = await server.db.selectFrom('draw_entry').selectAll().execute()
  const one = [...new Map(entries.map(entry => [entry.customer_id, entry.ticket_id])).values()]
  const file = join(folder, 'winners.csv')
  await writeFile(file, `ticketNo\n${one.slice(0, 3).join('\n')}\n`)
  await done(['draw', 'import', file], ['announce', '--now'])
  expect((await winners()).map(row => row.ticket_id)).toEqual(one.slice(0, 3))
  expect(await draw()).toMatchObject({ state: 'announced', method: 'physical', commitment: null })
  expect((await run('draw', 'publish', proofFile())).out).toContain('the list and the winners drawn by hand')
  const complete = await run('draw', 'verify', proofFile())
  expect(complete.out).toContain('ok    winners: 3 winners and 0 reserves, drawn by hand from this list')
  expect(await verifyIndependently(proofFile())).toMatchObject({
    code: 0,
    out: expect.stringContaining('no secret'),
  })
  const text = await readFile(proofFile(), 'utf8')
  await writeFile(proofFile(), text.replace(`"ticketNo": "${one[0]}"`, '"ticketNo": "another"'))
  const forged = await run('draw', 'verify', proofFile())
  expect([forged.code, forged.out]).toEqual([1, expect.stringContaining('another is not in the list')])
})

test('draw import lists every wrong line and imports nothing', async () => {
  await ticketHolders(server, [2, 1])
  await endCampaign(server)
  await done(['draw', 'seal', '--physical'])
  const entries = await server.db.selectFrom('draw_entry').selectAll().orderBy('ticket_id').execute()
  const twice = entries.filter(
    (entry, _, all) => all.filter(other => other.customer_id === entry.customer_id).length === 2,
  )
  const file = join(folder, 'winners.csv')
  await writeFile(file, `ticketNo\n${twice.map(entry => entry.ticket_id).join('\n')}\nno-such\n`)
  const { code, err } = await run('draw', 'import', file)
  expect([code, err.split('\n')]).toEqual([
    1,
    [
      'line 3: this customer was already drawn on line 2',
      'line 4: ticket "no-such" is not in the sealed list',
    ],
  ])
  expect(await winners()).toEqual([])
})

test('draw import refuses a file in another encoding', async () => {
  await ticketHolders(server, [1])
  await endCampaign(server)
  await done(['draw', 'seal', '--physical'])
  const file = join(folder, 'winners.csv')
  await writeFile(file, Buffer.from('\ufeffticketNo\n1\n', 'utf16le'))
  expect((await run('draw', 'import', file)).err).toContain('is not UTF-8 text')
})
