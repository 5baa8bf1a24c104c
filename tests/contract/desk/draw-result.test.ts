import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { pauseChannel, setMessaging } from '#server/message-queue/channel.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { at, beaconAt, endCampaign, PRIZES, shownDraw, ticketHolders } from '#tests/kit/draw.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'
import { announceWinners } from '#tests/kit/winners.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const run = organiser(server)

test('the file to publish is the list after the seal, secret after the draw, and the proof after the announcement', async () => {
  await ticketHolders(server, [2, 3, 1, 1, 1, 1])
  const file = join(await testFolder(), 'draw.json')
  const proof = async () => {
    const { status, error, body, headers } = await (await desk.join('auditor')).call('drawProof')
    if (status !== 200) return error.detail
    await writeFile(
      file,
      typeof body === 'object' && 'text' in body ? await (body as Blob).text() : JSON.stringify(body),
    )
    return /filename="(.*)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  }
  const beacon = ['--beacon', 'รางวัลที่ 1', '--beacon-at', at(await beaconAt(server))]
  expect(await proof()).toBe('NO_SEALED_LIST')
  await done(['draw', 'commit', ...beacon, ...PRIZES])
  await endCampaign(server)
  await done(['draw', 'seal'])
  expect(await proof()).toBe('list.json')
  server.clock.advance(3 * DAY_MS)
  await done(['draw', 'run', '--beacon', '123456'])
  expect(await proof()).toBe('PROOF_IS_SECRET')
  expect((await shownDraw(server)).auditHead).toBeUndefined()
  await done(['announce', '--now'])
  expect(await proof()).toBe('draw.json')
})
const done = async (...argv: string[][]) => {
  for (const one of argv) expect(await run(...one)).toMatchObject({ code: 0 })
}

test('the head of the audit log is published with the result of two managers, and notices a deletion', async () => {
  await announceWinners(server, ['confirmed', 'declined', 'won', 'won', 'won', 'reserve'])
  const auditor = await desk.join('auditor')
  const status = async () => (await auditor.call('draw')).body
  expect((await status()).auditHead).toBeNull()
  const plan = { vacant: 1, expiring: 0, promotes: 1, reserves: 1 }
  expect((await status()).promotion).toEqual({ ...plan, untold: 1, toldFrom: null })
  await setMessaging(server.db, true)
  const toldFrom = server.clock.now()
  expect((await status()).promotion).toEqual({ ...plan, untold: 0, toldFrom })
  const [mali, thana] = [await desk.join('manager', 'Mali'), await desk.join('manager', 'Thana')]
  const input = { action: 'promote-reserves', confirmBy: server.clock.now() + DAY_MS } as const
  const asked = await mali.call('askApproval', { body: { input } })
  const params = { id: asked.body.approvals[0]?.id ?? '' }
  expect((await thana.approve(params.id)).status).toBe(200)
  const { auditHead, promotion } = await status()
  expect(promotion).toMatchObject({ vacant: 0, expiring: 0, promotes: 0, reserves: 0, untold: 0 })
  expect((await shownDraw(server)).auditHead).toEqual(auditHead)
  const newest = await server.db
    .selectFrom('audit')
    .select(['seq', 'hash', 'action'])
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(newest).toEqual({ ...auditHead, action: 'desk approve' })
  expect((await run('audit', 'verify')).code).toBe(0)
  server.clock.advance(11 * HOUR_MS)
  const night = await (await desk.join('auditor')).call('draw')
  expect(night.body.promotion?.toldFrom).toBe(toldFrom + 20 * HOUR_MS)
  await server.db.deleteFrom('audit').where('seq', '>=', newest.seq).execute()
  const verified = await run('audit', 'verify')
  expect([verified.code, verified.out]).toEqual([1, expect.stringContaining('the published draw')])
})

test('winners who let the deadline pass or have left are not counted among those who can still answer', async () => {
  const people = await announceWinners(server, ['confirmed', 'won', 'won', 'declined', 'won', 'reserve'])
  const answers = async () => (await (await desk.join('auditor')).call('draw')).body.answers
  expect(await answers()).toEqual({ waiting: 3, confirmed: 1, declined: 1 })
  await update(server, 'customer', { status: 'cancelled' }, { id: people[1]?.customerId ?? '' })
  expect(await answers()).toEqual({ waiting: 2, confirmed: 1, declined: 2 })
  await setCampaign(server, { confirm_by: server.clock.now() })
  server.clock.advance(1)
  expect(await answers()).toEqual({ waiting: 0, confirmed: 1, declined: 4 })
})

test('a manager counts, starts, stops and resumes the messages about the result', async () => {
  await announceWinners(server, ['won', 'won', 'won', 'won', 'won', 'reserve'])
  const manager = await desk.join('manager')
  const status = async () => (await manager.call('resultMailing')).body
  const start = async (body: { counted: number; overQuota: boolean }) =>
    (await manager.call('startMailing', { body })).error.detail ?? null
  expect(await status()).toMatchObject({ isOn: false, mailing: null })
  expect(await start({ counted: 6, overQuota: false })).toBe('MESSAGES_OFF')
  await setMessaging(server.db, true)
  await update(server, 'message_channel', { quota_limit: 10, quota_used: 8, quota_at: server.clock.now() })
  const counted = (await manager.call('countMailing')).body
  expect(counted).toMatchObject({ messages: { won: 5, reserve: 1 }, unreachable: {}, next: null })
  expect(counted.quota).toMatchObject({ limit: 10, used: 8, isLaterMonth: false })
  expect(await start({ counted: 6, overQuota: false })).toBe('OVER_QUOTA')
  expect((await status()).mailing).toBeNull()
  expect(await start({ counted: 6, overQuota: true })).toBeNull()
  while ((await advanceMailings(server.deps)) > 0);
  expect((await status()).waits).toBeNull()
  await pauseChannel(server.db, { reason: 'limit', retryAfterMs: HOUR_MS }, server.clock.now())
  expect((await status()).waits).toEqual({ why: 'limit', until: server.clock.now() + HOUR_MS })
  await update(server, 'message_channel', { paused_until: null, pause_reason: null })
  server.clock.advance(9 * HOUR_MS)
  const night = await (await desk.join('auditor')).call('resultMailing')
  expect(night.body.waits).toEqual({ why: 'quiet', until: server.clock.now() + 11 * HOUR_MS })
  server.clock.advance(-9 * HOUR_MS)
  expect(await status()).toMatchObject({ mailing: { enqueued: 6, messages: { waiting: 6, held: 0 } } })
  const hold = async (to: 'stopped' | 'running') => (await manager.call('holdMailing', { body: { to } })).body
  expect(await hold('stopped')).toEqual({ moved: 6, isDone: true })
  expect((await status()).mailing?.messages).toMatchObject({ waiting: 0, held: 6 })
  expect(await hold('running')).toEqual({ moved: 6, isDone: true })
  expect(await start({ counted: 6, overQuota: true })).toBeNull()
  expect((await status()).mailing).toMatchObject({ enqueued: 6, messages: { waiting: 6 } })
  const actions = await server.db
    .selectFrom('audit')
    .select('action')
    .where('action', 'like', 'desk notify%')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual([
    'desk notify results',
    'desk notify stop',
    'desk notify resume',
    'desk notify results',
  ])
})

test('messages that wait for a later announcement say when they start', async () => {
  await announceWinners(server, ['won'])
  const announcedAt = server.clock.now() + DAY_MS
  await setCampaign(server, { announced_at: announcedAt })
  await setMessaging(server.db, true)
  const manager = await desk.join('manager')
  await manager.call('startMailing', { body: { counted: 1, overQuota: true } })
  const dueAt = async () => (await manager.call('resultMailing')).body.mailing?.dueAt
  expect(await dueAt()).toBe(announcedAt)
  await setCampaign(server, { announced_at: announcedAt + DAY_MS })
  expect(await dueAt()).toBe(announcedAt + DAY_MS)
})

test('the messages cannot start before the time of the announcement is set, nor be stopped before the start', async () => {
  const manager = await desk.join('manager')
  const { error } = await manager.call('startMailing', { body: { counted: 1, overQuota: false } })
  expect(error).toMatchObject({ error: 'REFUSED', detail: 'NO_ANNOUNCEMENT' })
  await announceWinners(server, ['won'])
  expect((await manager.call('holdMailing', { body: { to: 'stopped' } })).status).toBe(404)
  const auditor = await desk.join('auditor')
  expect((await auditor.call('startMailing', { body: { counted: 1, overQuota: false } })).status).toBe(403)
})
