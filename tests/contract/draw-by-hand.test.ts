import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { definition } from '#tests/fixtures/campaign/definition.ts'
import { organiser } from '#tests/kit/cli.ts'
import { drawOffice, endCampaign, ticketHolders, verifyIndependently } from '#tests/kit/draw.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const { done, draw, run, winners } = drawOffice(
  server,
  organiser(server, [], { advertised: definition.prizes }),
)
const inFolder = eachFolder()

const proofFile = () => inFolder('draw.json')

test('draw import stores the slips in their order, and the published file contains the winners', async () => {
  await ticketHolders(server, [2, 2, 2, 2])
  await endCampaign(server)
  await done(['draw', 'seal', '--physical'])
  const slips = inFolder('slips.csv')
  await done(['slips', '--csv', slips])
  const sheet = inFolder('slips.html')
  await done(['slips', '--html', sheet])
  const countOf = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).length
  const lines = (await readFile(slips, 'utf8')).trim().split('\n').length - 1
  expect(countOf(await readFile(sheet, 'utf8'), /<code>FF-\d{6}-\d<\/code>/g)).toBe(lines)
  const entries = await rowsOf(server, 'draw_entry')
  const numberOf = new Map(entries.map(({ ticket_id, no }) => [ticket_id, ticketNumberOf('FF', no ?? 0)]))
  const rows = (await readFile(slips, 'utf8')).split('\r\n').slice(1, -1)
  expect(rows.map(row => row.split(','))).toHaveLength(8)
  for (const [number, , , , id] of rows.map(row => row.split(',')))
    expect(number).toBe(numberOf.get(id ?? ''))
  const one = [...new Map(entries.map(entry => [entry.customer_id, entry.ticket_id])).values()]
  const file = inFolder('winners.csv')
  const number = (index: number) => numberOf.get(one[index] ?? '') ?? ''
  // The first as a scanner reads it, the second as a person types it, and the third as an id.
  const typed = [number(0), number(1).toLowerCase().replaceAll('-', ' '), one[2]]
  await writeFile(file, `ticketNo\n${typed.join('\n')}\n`)
  await done(['draw', 'import', file], ['announce', '--now'])
  expect((await winners()).map(row => row.ticket_id)).toEqual(one.slice(0, 3))
  expect(await draw()).toMatchObject({ state: 'announced', method: 'physical', commitment: null })
  expect((await draw()).winners.map(winner => winner.number)).toEqual([number(0), number(1), number(2)])
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
  const file = inFolder('winners.csv')
  const wrong = ['no-such', 'FF-000001-4', 'FF-000010-3', 'GG-000001-3', ticketNumberOf('FF', 999_999)]
  await writeFile(file, `ticketNo\n${twice.map(entry => entry.ticket_id).join('\n')}\n${wrong.join('\n')}\n`)
  const { code, err } = await run('draw', 'import', file)
  expect([code, err.split('\n')]).toEqual([
    1,
    [
      'line 3: this customer was already drawn on line 2',
      'line 4: "no-such" is neither a ticket number (such as FF-004512-5) nor a ticket id',
      'line 5: "FF-000001-4" has a wrong check digit, so a digit is wrong or two are swapped; compare it with the slip',
      'line 6: "FF-000010-3" has a wrong check digit, so a digit is wrong or two are swapped; compare it with the slip',
      'line 7: "GG-000001-3" belongs to another campaign',
      `line 8: "${wrong[4]}" is not in the sealed list`,
    ],
  ])
  expect(await winners()).toEqual([])
})

test('draw import refuses a file in another encoding', async () => {
  await ticketHolders(server, [1])
  await endCampaign(server)
  await done(['draw', 'seal', '--physical'])
  const file = inFolder('winners.csv')
  await writeFile(file, Buffer.from('\ufeffticketNo\n1\n', 'utf16le'))
  expect((await run('draw', 'import', file)).err).toContain('is not UTF-8 text')
})

test('a list sealed before there were ticket numbers stays valid, and its slips show the ids', async () => {
  await ticketHolders(server, [1, 2])
  await endCampaign(server)
  // Simulates the previous release, which copies the tickets into the list without their numbers.
  await server.db.schema.alterTable('ticket').renameColumn('no', 'hidden').execute()
  await server.db.schema.alterTable('ticket').addColumn('no', 'integer').execute()
  await done(['draw', 'seal', '--physical'])
  await server.db.schema.alterTable('ticket').dropColumn('no').execute()
  await server.db.schema.alterTable('ticket').renameColumn('hidden', 'no').execute()
  const sheet = inFolder('slips.html')
  await done(['slips', '--html', sheet], ['draw', 'publish', proofFile()])
  const entries = await rowsOf(server, 'draw_entry')
  expect(entries.map(entry => entry.no)).toEqual([null, null, null])
  for (const { ticket_id } of entries) expect(await readFile(sheet, 'utf8')).toContain(ticket_id)
  expect(await readFile(proofFile(), 'utf8')).toContain('"format": "campaign-draw/1"')
  expect((await run('draw', 'verify', proofFile())).code).toBe(0)
  expect((await verifyIndependently(proofFile())).code).toBe(0)
})
