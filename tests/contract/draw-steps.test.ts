import { readFile, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { drawOffice, endCampaign, ticketHolders, verifyIndependently } from '#tests/kit/draw.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { eachTest, rowOf, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const { commit, done, draw, run, winners } = drawOffice(server)
const inFolder = eachFolder()

const proofFile = () => inFolder('draw.json')

/** Commits and seals the draw, and advances the clock until the beacon is known. */
async function sealed(): Promise<void> {
  expect((await commit()).code).toBe(0)
  await endCampaign(server)
  await done(['draw', 'seal'])
  server.clock.advance(3 * DAY_MS)
}

test('runs all steps of the draw, and an independent program recomputes the proof', async () => {
  const holders = await ticketHolders(server, [5, 1, 3, 0, 2, 7, 1, 1])
  await commit()
  const { commitment } = await draw()
  expect(await draw()).toMatchObject({ state: 'committed', beacon: 'รางวัลที่ 1', winners: [] })
  await endCampaign(server)
  await done(['draw', 'seal'])
  const { entriesHash } = await draw()
  expect(await draw()).toMatchObject({ state: 'sealed', entriesCount: 20 })
  server.clock.advance(3 * DAY_MS)
  await done(['draw', 'run', '--beacon', '123456'])
  expect(await draw()).toMatchObject({ state: 'run', beacon: '123456', winners: [] })
  expect(Object.hasOwn(await draw(), 'secret')).toBe(false)
  await done(['announce', '--now'], ['draw', 'publish', proofFile()])

  const announced = await draw()
  expect(announced).toMatchObject({ state: 'announced', method: 'seed' })
  expect(announced.secret).toMatch(/^[0-9a-f]{64}$/)
  expect(announced.winners.map(one => one.rank)).toEqual([1, 2, 3])
  expect(announced.winners[0]?.name).toMatch(/^กิต\*\*\* จ\*\*\*$/)
  const drawn = (await winners()).map(one => one.customer_id)
  expect(new Set(drawn).size).toBe(5)
  expect(drawn).not.toContain(holders[3])

  const promised = ['--commitment', commitment ?? '', '--entries-hash', entriesHash ?? '']
  const verified = await run('draw', 'verify', proofFile(), ...promised)
  expect([verified.code, verified.out]).toEqual([
    0,
    expect.stringContaining('The draw matches the hash from outside.'),
  ])
  expect(await verifyIndependently(proofFile(), entriesHash ?? '')).toEqual({
    code: 0,
    out: 'agrees with the hash from outside: 3 winners\n',
  })
  for (const id of holders) expect(await readFile(proofFile(), 'utf8')).not.toContain(id)
})

describe('the proof', () => {
  beforeEach(async () => {
    await ticketHolders(server, [4, 4, 4, 4, 4, 4])
    await sealed()
    await done(['draw', 'run', '--beacon', '000001'], ['announce', '--now'], ['draw', 'publish', proofFile()])
  })
  const forged = async (change: (text: string) => string) => {
    const file = inFolder('forged.json')
    await writeFile(file, change(await readFile(proofFile(), 'utf8')))
    return run('draw', 'verify', file)
  }

  test.each<[string, (text: string) => string, string]>([
    [
      'another secret',
      text => text.replace(/("secret": ")(.)/, (_, head, digit) => head + (digit === '0' ? '1' : '0')),
      'FAIL  commitment',
    ],
    ['another beacon', text => text.replace('"beacon": "000001"', '"beacon": "000002"'), 'FAIL  winners'],
    [
      'a missing ticket',
      text => text.replace(/\n"[0-9a-f-]{36} [0-9a-f]{32} FF-\d{6}-\d",/, ''),
      'FAIL  entriesHash',
    ],
    [
      'a ticket of another customer',
      text => text.replace(/(\n"[0-9a-f-]{36}) [0-9a-f]{32} /, `$1 ${'0'.repeat(32)} `),
      'FAIL  entriesHash',
    ],
    [
      'another number in the list',
      text => text.replace(/(\n"[0-9a-f-]{36} [0-9a-f]{32}) FF-\d{6}-\d"/, '$1 FF-999999-4"'),
      'FAIL  entriesHash',
    ],
    [
      'another number of a winner',
      text => text.replace(/"number": "FF-\d{6}-\d"/, '"number": "FF-999999-4"'),
      'FAIL  ticket numbers',
    ],
    [
      'two winners swapped',
      text =>
        text.replace(
          /"ticketNo": "([^"]+)"([\s\S]*?)"ticketNo": "([^"]+)"/,
          '"ticketNo": "$3"$2"ticketNo": "$1"',
        ),
      'FAIL  winners',
    ],
    [
      'a winner among the reserves',
      text =>
        text.replace(/,\s*(\{[^{}]*\})\s*\],\s*"reserves": \[/, (_, last) => `],\n "reserves": [${last},`),
      'FAIL  winners',
    ],
    ['a rank twice', text => text.replace('"rank": 2', '"rank": 1'), 'FAIL  winners'],
    ['more prizes than promised', text => text.replace('"count": 2', '"count": 3'), 'FAIL  winners'],
  ])('fails with %s', async (_, change, message) => {
    const before = await readFile(proofFile(), 'utf8')
    expect(change(before)).not.toBe(before)
    const { code, out } = await forged(change)
    expect([code, out]).toEqual([1, expect.stringContaining(message)])
  })

  test.each<[string, (text: string) => string, string]>([
    ['is cut off', text => text.slice(0, -40), 'is not a ticket'],
    ['ends in the list', text => text.slice(0, text.lastIndexOf('\n]}')), 'is incomplete'],
    ['is something else', () => '{"a":1}', 'is not a draw file'],
  ])('is refused if the file %s', async (_, change, message) => {
    const { code, err } = await forged(change)
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
  })

  test('fails if the commitment is not the published one', async () => {
    const { code, out } = await run('draw', 'verify', proofFile(), '--commitment', 'a'.repeat(64))
    expect([code, out]).toEqual([1, expect.stringContaining('FAIL  published commitment')])
  })
})

describe('the order of the steps', () => {
  test.each([
    [['draw', 'commit', '--beacon', 'x'], '--beacon-at: is required'],
    [['draw', 'commit', '--beacon-at', '2030-01-01T00:00:00+07:00'], '--beacon: is required'],
    [
      ['draw', 'commit', '--beacon', 'x', '--beacon-at', '2020-01-01T00:00:00+07:00'],
      'must be in the future',
    ],
    [
      ['draw', 'commit', '--beacon', 'x', '--beacon-at', '2026-11-21T00:00:00+07:00'],
      'after the campaign’s close',
    ],
    [
      ['draw', 'commit', '--beacon', 'x', '--beacon-at', '2030-01-01T00:00:00Z', '--prize', 'x'],
      'must be TITLE=N',
    ],
    [['draw', 'seal'], 'Start with `draw commit`'],
    [['draw', 'run', '--beacon', '1'], 'only be run after `draw seal`'],
    [['announce'], 'no result to announce'],
    [['draw', 'promote'], 'has no winners yet'],
    [['draw', 'publish', '/dev/null'], 'has no sealed list yet'],
  ])('refuses %j too early', async (argv, message) => {
    const { code, err } = await run(...argv)
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
    expect((await draw()).state).toBe('open')
  })

  test('allows sealing only after the last late receipt and before the beacon is known', async () => {
    await ticketHolders(server, [1, 1])
    await commit()
    expect((await run('draw', 'seal')).err).toContain('has not ended')
    await endCampaign(server)
    server.clock.advance(-2 * HOUR_MS)
    expect((await run('draw', 'seal')).err).toMatch(/are accepted until \S+ \d\d:\d\d \(Bangkok time\)\./)
    server.clock.advance(4 * DAY_MS)
    expect((await run('draw', 'seal')).err).toContain('The beacon is already known')
  })

  test('refuses to seal with pending receipts unless --leave-pending is given', async () => {
    await ticketHolders(server, [1])
    await sendReceipt(server, await server.signIn())
    await commit()
    await endCampaign(server)
    expect((await run('draw', 'seal')).err).toContain('1 receipts are pending')
    expect((await run('draw', 'seal', '--leave-pending')).out).toContain(
      '1 pending receipts do not take part',
    )
  })

  test('replaces a commitment only with --again, and never after sealing', async () => {
    await ticketHolders(server, [1])
    await commit()
    const first = (await draw()).commitment
    expect((await commit()).err).toContain('--again')
    await commit('--again')
    expect((await draw()).commitment).not.toBe(first)
    await endCampaign(server)
    expect((await commit('--again')).err).toContain('--late')
    await done(['draw', 'seal'])
    expect((await commit('--again', '--late')).err).toContain('already sealed')
  })

  test('refuses to run the draw before the beacon’s time', async () => {
    await ticketHolders(server, [1])
    await commit()
    await endCampaign(server)
    await done(['draw', 'seal'])
    expect((await run('draw', 'run', '--beacon', '1')).err).toMatch(
      /not known before \S+ \d\d:\d\d \(Bangkok time\)/,
    )
  })

  test('rolls a dry run back and records it in the audit log', async () => {
    await ticketHolders(server, [1])
    expect((await commit('--dry-run')).out).toContain('Dry run: nothing was changed.')
    expect(await draw()).toMatchObject({ state: 'open', commitment: null })
    const last = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').executeTakeFirst()
    expect(last).toMatchObject({ action: 'draw commit', detail: expect.stringContaining('"dryRun":true') })
  })
})

test('detects a changed sealed list when the draw runs', async () => {
  await ticketHolders(server, [2, 2, 2])
  await sealed()
  const entry = await rowOf(server, 'draw_entry')
  await server.db.deleteFrom('draw_entry').where('ticket_id', '=', entry.ticket_id).execute()
  expect((await run('draw', 'run', '--beacon', '1')).err).toContain('The sealed list was changed')
  expect((await draw()).state).toBe('sealed')
})

test('ignores tickets that are added or voided after sealing', async () => {
  await ticketHolders(server, [2, 2, 2])
  await sealed()
  await ticketHolders(server, [50])
  await update(server, 'ticket', { state: 'void' })
  await done(['draw', 'run', '--beacon', '1'], ['announce', '--now'], ['draw', 'publish', proofFile()])
  expect((await draw()).entriesCount).toBe(6)
  expect((await verifyIndependently(proofFile())).code).toBe(0)
})
