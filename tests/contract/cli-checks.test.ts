import { describe, expect, test } from 'vitest'
import { appendAudit } from '#server/audit/log.ts'
import type { Progress } from '#server/cli/terminal-types.ts'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import { definition } from '#tests/fixtures/campaign/definition.ts'
import { setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const run = organiser(server)

const audit = () => server.db.selectFrom('audit').selectAll().orderBy('seq').execute()

describe('the audit log', () => {
  test('contains every command, and detects a changed entry', async () => {
    await run('open')
    await run('receipts', 'list')
    await run('reward', 'stock', 'gift', '5')
    expect((await audit()).map(row => [row.seq, row.actor, row.action])).toEqual([
      [1, 'tester', 'open'],
      [2, 'tester', 'receipts list'],
      [3, 'tester', 'reward stock'],
    ])
    expect((await run('audit', 'verify')).code).toBe(0)
    await update(server, 'audit', { detail: '{"remaining":500}' }, { seq: 3 })
    expect(await run('audit', 'verify')).toMatchObject({
      code: 1,
      out: expect.stringContaining('entry 3 of 4'),
    })
  })

  test('detects a forged entry with a valid hash through the next entry', async () => {
    for (const verb of ['open', 'close', 'auto']) await run(verb)
    const row = (await audit())[1]
    if (!row) throw new Error('expected three audit entries')
    const forged = canonicalJson([row.seq, row.at, 'nobody', row.action, row.detail, row.previous_hash])
    const hash = sha256Hex(forged)
    await update(server, 'audit', { actor: 'nobody', hash }, { seq: 2 })
    expect((await run('audit', 'verify')).out).toContain('entry 3 of 3')
  })

  test('detects a missing entry', async () => {
    for (const verb of ['open', 'close', 'auto']) await run(verb)
    await server.db.deleteFrom('audit').where('seq', '=', 2).execute()
    expect((await run('audit', 'verify')).out).toContain('entry 2 of 2')
  })

  test('is checked to the end, in several pages', async () => {
    await server.db.transaction().execute(async trx => {
      for (let at = 0; at < 4001; at += 1)
        await appendAudit(trx, { at, actor: 'tester', action: 'open', detail: {} })
    })
    const steps: number[] = []
    const progress: Progress = () => ({ step: rows => void steps.push(rows), end: () => undefined })
    const { out } = await organiser(server, [], { progress })('audit', 'verify')
    expect([out.split('\n')[0], steps]).toEqual(['4001 entries, the hash chain is intact', [2000, 2000, 1]])
    await update(server, 'audit', { actor: 'nobody' }, { seq: 4001 })
    expect((await run('audit', 'verify')).out).toContain('entry 4001 of 4002')
  })
})

describe('doctor', () => {
  test('reports only the missing staff PIN and the placeholders of the terms for a seeded campaign', async () => {
    const { code, out } = await organiser(server, [], { advertised: definition.prizes })('doctor')
    expect(code).toBe(0)
    expect(out).toContain('77 provinces, 928 districts, 7475 subdistricts, 12 stores')
    // PostgreSQL without data checksums causes an additional warning.
    const found = out.split('\n').filter(line => !/^(ok|warn {2}database: data checksums)/.test(line))
    expect(found).toEqual([
      expect.stringContaining('staff PIN'),
      expect.stringContaining('placeholders'),
      '',
      expect.stringMatching(/^20 checks: (18 in order, 2|17 in order, 3) warnings, 0 failed$/),
    ])
  })

  test('reports dates in the wrong order and missing photos', async () => {
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
