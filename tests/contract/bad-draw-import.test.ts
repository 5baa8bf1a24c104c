import { writeFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { definition } from '#tests/fixtures/campaign/definition.ts'
import { organiser } from '#tests/kit/cli.ts'
import { drawOffice, endCampaign, ticketHolders } from '#tests/kit/draw.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const { done, run } = drawOffice(server, organiser(server, [], { advertised: definition.prizes }))
const inFolder = eachFolder()
beforeEach(async () => {
  await ticketHolders(server, [1, 1, 1])
  await endCampaign(server)
  await done(['draw', 'seal', '--physical'])
})

/** Invalid ticket numbers. Each is on line 3, after a valid one. */
const tickets = [
  ...['no-such', 'FF', 'FF-', '1', '-1', '000001', 'FF-000001', 'FF-000001-', 'FF-000001-44', 'FF-1-1'],
  ...[
    'FF-000001-4',
    'FF-000010-3',
    'FF-00000A-3',
    'GG-000001-3',
    'FF-999999-9',
    ticketNumberOf('FF', 999_999),
  ],
  ...["' or 1=1 --", '<b>1</b>', '🙂', 'สิทธิ์', '=1+1', '00000000-0000-0000-0000-000000000000', 'null'],
]

test.each(tickets)('the drawn ticket "%s" is refused with its line, and nobody wins', async ticket => {
  const [first] = await server.db.selectFrom('draw_entry').selectAll().execute()
  const file = inFolder('winners.csv')
  await writeFile(file, `ticketNo\n${first?.ticket_id}\n${ticket}\n`)
  const { code, err } = await run('draw', 'import', file)
  expect(code).toBe(1)
  expect(err).toMatch(/^line 3: ".+" \S+ \S+/)
  expect(await rowsOf(server, 'draw_winner')).toEqual([])
})

test.each([
  ['', 'column'],
  ['ticketNo\n', 'ticket'],
  ['name\nA\n', 'ticketNo'],
  ['ticketNo,ticketNo\nA,B\n', 'ticketNo'],
  ['\n\n\n', 'ticketNo'],
  ['ticketNo\n"FF-000001', 'quote'],
  ['FF-000001-3\n', 'ticketNo'],
])('the file %j is refused, and nobody wins', async (text, word) => {
  const file = inFolder('winners.csv')
  await writeFile(file, text)
  const { code, err } = await run('draw', 'import', file)
  expect([code, err]).toEqual([1, expect.stringContaining(word)])
  expect(await rowsOf(server, 'draw_winner')).toEqual([])
})
