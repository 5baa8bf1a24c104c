import { describe, expect, test } from 'vitest'
import { bangkokDay } from '#contract/rules.ts'
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { enqueueReminders } from '#server/mailings/remind.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { campaignOf, newKey, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { type Crowd, crowd } from '#tests/kit/sending-many.ts'
import { rowOf, type SignedIn, type TestServer, testServer, update } from '#tests/kit/server.ts'
import { announceWinners } from '#tests/kit/winners.ts'

// Covers the commands' output about LINE messages before they are sent.

/** Advances the clock to the next occurrence of this time of day in Bangkok. */
function moveTo({ clock }: TestServer, time: string): void {
  const today = Date.parse(`${bangkokDay(clock.now())}T${time}:00+07:00`)
  clock.advance((today > clock.now() ? today : today + DAY_MS) - clock.now())
}

describe('the reminder of the end', () => {
  let many: Crowd
  let run: ReturnType<typeof organiser>
  async function startCrowd(count: number): Promise<void> {
    many = await crowd(count)
    run = organiser(many.server)
    await setCampaign(many.server, { closes_at: many.server.clock.now() + 6 * DAY_MS })
  }
  async function advance(): Promise<void> {
    while ((await advanceMailings(many.server.deps)) > 0);
  }

  test('counts only what is not enqueued yet when it is run again', async () => {
    await startCrowd(4)
    await run('notify', 'closing')
    await advance()
    const quota = { quota_limit: 4, quota_used: 0, quota_at: many.server.clock.now() }
    await update(many.server, 'message_channel', quota)
    const again = await run('notify', 'closing')
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('LINE messages to send: 0') })
    expect(again.out).toContain('All of them are already enqueued')
    await many.sendAll()
    expect(await many.states()).toEqual({ sent: 4 })
  })

  test('says that it is stopped instead of that it is sent', async () => {
    await startCrowd(4)
    await run('notify', 'closing')
    await run('notify', 'stop', 'closing')
    const { out } = await run('notify', 'closing')
    expect(out).toContain('They are stopped: nothing is sent before `notify resume closing`.')
    expect(out).not.toContain('sends them now')
    await run('notify', 'resume', 'closing')
    await advance()
    await many.sendAll()
    expect(await many.states()).toEqual({ sent: 4 })
  })

  test('is sent after the quiet hours, and refused if the campaign ends before', async () => {
    await startCrowd(4)
    moveTo(many.server, '21:30')
    const morning = `${bangkokDay(many.server.clock.now() + DAY_MS)} 08:00`
    expect((await run('notify', 'closing', '--dry-run')).out).toContain(
      `The server sends them from ${morning}`,
    )
    await setCampaign(many.server, { closes_at: many.server.clock.now() + 2 * HOUR_MS })
    expect((await run('notify', 'closing')).err).toContain(`quiet hours, which last until ${morning}`)
    await setCampaign(many.server, { closes_at: many.server.clock.now() + 11 * HOUR_MS })
    expect((await run('notify', 'closing')).code).toBe(0)
    await advance()
    moveTo(many.server, '08:00')
    await many.sendAll()
    expect(await many.states()).toEqual({ sent: 4 })
  })
})

test('doctor warns of messages that wait while messages are off', async () => {
  const many = await crowd(2)
  const run = organiser(many.server)
  await many.enqueue()
  const check = async () =>
    (await run('doctor')).out.split('\n').find(line => line.includes('LINE messages:'))
  expect(await check()).toMatch(/ok.*2 waiting, 0 failed$/)
  await setMessaging(many.server.db, false)
  expect(await check()).toMatch(
    /warn.*off, 2 waiting, 0 failed; the server drops waiting messages at the deadline in their text, or after three days/,
  )
  await setMessaging(many.server.db, true)
  await many.sendAll()
  await setMessaging(many.server.db, false)
  expect(await check()).toMatch(/ok.*off/)
})

test('a coupon’s mailing keeps the time at which it began', async () => {
  const many = await crowd(1)
  const { server } = many
  const closes_at = server.clock.now() + DAY_MS
  await update(server, 'reward_kind', { closes_at }, { reward_type: 'welcome' })
  const began = server.clock.now()
  await enqueueReminders(server.deps)
  server.clock.advance(HOUR_MS)
  await enqueueReminders(server.deps)
  const { due_at } = await rowOf(server, 'mailing')
  expect(due_at).toBe(began)
})

describe('the draw’s result', () => {
  let server: TestServer
  let run: ReturnType<typeof organiser>
  let people: SignedIn[]
  async function drawn(): Promise<void> {
    server = await testServer()
    run = organiser(server)
    await setMessaging(server.db, true)
    people = await announceWinners(server, ['won', 'declined', 'won', 'won', 'won', 'reserve', 'reserve'])
    const now = server.clock.now()
    await setCampaign(server, { announced_at: null, confirm_by: now + 40 * DAY_MS })
  }
  const dueAt = async () => (await rowOf(server, 'mailing')).due_at

  test('is sent with an announcement that moves, earlier or later', async () => {
    await drawn()
    const now = server.clock.now()
    await run('announce', '--at', isoOf(now + 3 * DAY_MS), '--notify')
    expect(await dueAt()).toBe(now + 3 * DAY_MS)
    await run('announce', '--at', isoOf(now + 4 * DAY_MS))
    expect(await dueAt()).toBe(now + 4 * DAY_MS)
    expect((await run('announce', '--now')).code).toBe(0)
    expect(await dueAt()).toBe(now)
    expect(await advanceMailings(server.deps)).toBe(1)
  })

  test('names the times of the messages at night', async () => {
    await drawn()
    moveTo(server, '21:30')
    const tomorrow = bangkokDay(server.clock.now() + DAY_MS)
    expect((await run('announce', '--now', '--notify', '--dry-run')).out).toContain(
      `The server sends them now, and those without a deadline from ${tomorrow} 08:00`,
    )
  })

  test('needs the quota of the month in which it is sent', async () => {
    await drawn()
    const quota = { quota_limit: 8, quota_used: 8, quota_at: server.clock.now() }
    await update(server, 'message_channel', quota)
    // LINE counts months in Japanese time, which is two hours ahead of Bangkok.
    const lastOfMonth = Date.parse('2026-11-30T21:59:00+07:00')
    const late = await run('announce', '--at', isoOf(lastOfMonth), '--notify', '--over-quota', '--dry-run')
    expect(late.out).toContain('Quota: 8 in this month, 8 used, 0 waiting, 0 left')
    const next = await run('announce', '--at', isoOf(lastOfMonth + MINUTE_MS), '--notify')
    expect(next).toMatchObject({
      code: 0,
      out: expect.stringContaining('Quota: 8 in the month of the messages, 0 used, 0 waiting, 8 left'),
    })
  })

  test('of a promotion names the reserves whom no message reaches before their deadline', async () => {
    await drawn()
    await setCampaign(server, { announced_at: server.clock.now() })
    const tell = async (...more: string[]) => (await run('draw', 'promote', ...more, '--dry-run')).out
    expect(await tell()).not.toContain('No LINE message')
    moveTo(server, '22:30')
    const before = Date.parse(`${bangkokDay(server.clock.now() + DAY_MS)}T07:00:00+07:00`)
    expect(await tell('--confirm-by', isoOf(before))).toMatch(
      /No LINE message reaches the reserve with rank 6 in time \(the deadline is in the quiet hours, until .* 08:00\)/,
    )
    expect(await tell('--confirm-by', isoOf(before + 2 * HOUR_MS))).not.toContain('No LINE message')
    const { user } = people[5] as SignedIn
    const token = (await server.signIn(user, { register: false })).token
    await server.call('putMessageSettings', { token, key: newKey(), body: { draw: false } })
    expect(await tell()).toContain('rank 6 in time (the customer has switched these messages off)')
    await setMessaging(server.db, false)
    expect(await tell()).toContain('rank 6 in time (LINE messages are off)')
    expect((await campaignOf(server)).announced_at).not.toBeNull()
  })
})
