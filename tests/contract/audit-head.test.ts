import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { keepHead } from '#server/audit/keep-heads.ts'
import { appendAudit } from '#server/audit/log.ts'
import { organiser, runInOrder } from '#tests/kit/cli.ts'
import {
  at,
  beaconAt,
  endCampaign,
  PRIZES,
  shownDraw,
  ticketHolders,
  verifyIndependently,
} from '#tests/kit/draw.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

let heads: string

const server = eachTest(testServer)
const run = organiser(server)
beforeEach(async () => {
  heads = join(await testFolder(), 'heads.txt')
})

const deleteFrom = (seq: number) => server.db.deleteFrom('audit').where('seq', '>=', seq).execute()
const entry = (actor: string) => ({ at: server.clock.now(), actor, action: 'open', detail: {} })
const append = (actor: string) => server.db.transaction().execute(trx => appendAudit(trx, entry(actor)))
const headNow = async (): Promise<string> => JSON.parse((await run('audit', 'head', '--json')).out).head

/**
 * Runs five commands and writes the log's head to the file. Returns the next head, which has number 6, because each
 * `audit head` command adds an entry after it has read the head.
 */
async function headOfFive(): Promise<string> {
  for (const verb of ['open', 'close', 'open', 'close', 'auto']) await run(verb)
  await run('audit', 'head', '--append', heads)
  return headNow()
}

describe('audit verify with a head', () => {
  /** Changes to the log that a person with database access could make. Each of them leaves the hash chain intact. */
  const changes: readonly [string, () => Promise<unknown>, string, string][] = [
    [
      'the newest entries were deleted',
      () => deleteFrom(4),
      'the log ends at entry 4',
      'entries were deleted:',
    ],
    [
      'the newest entry was rewritten with new hashes',
      async () => {
        await deleteFrom(5)
        for (const actor of ['nobody', 'nobody', 'nobody']) await append(actor)
      },
      'entry 6 has another hash',
      'entries were rewritten:',
    ],
    ['the table was emptied', () => deleteFrom(0), 'the log ends at entry 1', 'entries were deleted:'],
    [
      'all entries were rewritten with new hashes',
      async () => {
        await deleteFrom(0)
        for (let count = 0; count < 8; count += 1) await append('nobody')
      },
      'entry 6 has another hash',
      'entries were rewritten:',
    ],
  ]

  test.each(changes)('notices that %s', async (_, change, why, kind) => {
    const head = await headOfFive()
    expect(head).toMatch(/^6:[0-9a-f]{64}$/)
    const known = ['--head', head, '--heads', heads]
    expect(await run('audit', 'verify', ...known)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^7 entries, the hash chain is intact, 2 of 2 kept heads are in it$/),
    })
    await change()
    expect(await run('audit', 'verify')).toMatchObject({ code: 0 })
    const { code, out } = await run('audit', 'verify', '--head', head)
    expect([code, out]).toEqual([1, expect.stringContaining(kind)])
    expect(out).toContain(why)
    const alone = await run('audit', 'verify', '--head', head.replace(/^\d+:/, ''))
    expect([alone.code, alone.out]).toEqual([1, expect.stringContaining('no entry has the hash')])
  })

  test('names the place of a lost head in the file, and reads around a line that was cut off', async () => {
    await headOfFive()
    await appendFile(heads, '2026-11-20T12:00:00+07:00 9 abc')
    await run('audit', 'head', '--append', heads)
    const lines = (await readFile(heads, 'utf8')).split('\n')
    expect(lines.map(line => line.split(' ')[1])).toEqual(['5', '9', '7', undefined])
    expect((await run('audit', 'verify', '--heads', heads)).code).toBe(0)
    await deleteFrom(6)
    const { code, out } = await run('audit', 'verify', '--heads', heads)
    expect(code).toBe(1)
    expect(out).toContain(`${heads}, line 3 has entry 7`)
    expect(out).not.toContain('line 1')
  })

  test.each([
    [['--head', 'abc'], '--head: must be 64 hexadecimal digits, not "abc"'],
    [['--heads', '/nowhere/heads.txt'], '/nowhere/heads.txt: cannot read the file (ENOENT)'],
  ])('refuses %j', async (options, message) =>
    expect(await run('audit', 'verify', ...options)).toMatchObject({ code: 1, err: message }),
  )

  test('refuses a file without heads, and says when no head was given', async () => {
    await writeFile(heads, 'shopping list\n')
    expect((await run('audit', 'verify', '--heads', heads)).err).toContain('the file has no heads')
    expect((await run('audit', 'head', '--append', join(heads, 'x'))).err).toContain('cannot append')
    expect((await run('audit', 'verify')).out).toContain(
      'Not checked: whether a person with access to the database',
    )
  })
})

test('the head of the draw is printed and published, and notices that the draw’s own entries were deleted', async () => {
  await ticketHolders(server, [2, 3, 1, 1, 1, 1])
  const beacon = ['--beacon', 'รางวัลที่ 1', '--beacon-at', at(await beaconAt(server))]
  await runInOrder(run, [['draw', 'commit', ...beacon, ...PRIZES]])
  await endCampaign(server)
  await runInOrder(run, [['draw', 'seal']])
  server.clock.advance(3 * DAY_MS)
  const printed = async (...argv: string[]) => {
    const { out } = await run(...argv)
    return /Head of the audit log, to publish with the result: (\d+:[0-9a-f]{64})$/m.exec(out)?.[1] ?? ''
  }
  const drawn = await printed('draw', 'run', '--beacon', '123456')
  const announced = await printed('announce', '--now')
  const proof = heads.replace('.txt', '.json')
  await runInOrder(run, [['draw', 'publish', proof]])
  const { auditHead } = JSON.parse(await readFile(proof, 'utf8'))
  expect(`${auditHead.seq}:${auditHead.hash}`).toBe(announced)
  expect((await run('draw', 'verify', proof)).out).toContain(`audit verify --head ${announced}`)
  expect((await verifyIndependently(proof)).code).toBe(0)
  // The page with the result shows the head to everyone, so a copy of that page shows later what the log contained.
  const shown = (await shownDraw(server)).auditHead
  expect(`${shown?.seq}:${shown?.hash}`).toBe(announced)

  const last = await server.db.selectFrom('audit').select('seq').where('action', '=', 'announce').execute()
  expect(last).toEqual([{ seq: auditHead.seq }])
  await deleteFrom(auditHead.seq)
  expect((await run('audit', 'verify', '--head', announced)).code).toBe(1)
  const noticed = await run('audit', 'verify', '--head', drawn)
  expect(noticed.code).toBe(1)
  expect(noticed.out).toContain(`entry ${auditHead.seq} has another hash than in the published draw`)
})

describe('the server with AUDIT_HEAD_FILE', () => {
  const logged: string[] = []
  const keep = () => {
    const log = { error: (_: object, text: string) => void logged.push(text) }
    return keepHead({ ...server.deps, log: Object.assign(Object.create(server.deps.log), log) }, heads)
  }
  const seqs = async () =>
    (await readFile(heads, 'utf8'))
      .trim()
      .split('\n')
      .map(line => Number(line.split(' ')[1]))
  beforeEach(() => {
    logged.length = 0
  })

  test('appends the head only when it has changed, with the time in Bangkok', async () => {
    await run('open')
    await keep()
    await keep()
    await run('close')
    await keep()
    expect([await seqs(), logged]).toEqual([[1, 2], []])
    expect(await readFile(heads, 'utf8')).toMatch(/^2026-11-20T12:00:00\+07:00 1 [0-9a-f]{64}\n/)
  })

  test('logs an error when the newest entries are gone, and doctor and audit verify fail from then on', async () => {
    const withFile = organiser(server, [], { auditHeadFile: () => heads })
    expect((await withFile('doctor')).out).toContain('warn  audit: AUDIT_HEAD_FILE:')
    for (const verb of ['open', 'close', 'auto']) await run(verb)
    await keep()
    expect((await withFile('audit', 'verify')).code).toBe(0)
    await deleteFrom(3)
    await keep()
    expect([await seqs(), logged]).toEqual([[4, 2], [expect.stringContaining('the audit log was changed')]])
    expect(await withFile('audit', 'verify')).toMatchObject({ code: 1 })
    expect((await withFile('doctor')).out).toContain('FAIL  audit: entries were deleted:')
  })
})
