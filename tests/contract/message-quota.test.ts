import { afterEach, describe, expect, test } from 'vitest'
import { messageTexts } from '#campaign/messages.ts'
import type { DrawState } from '#contract/schema/reward.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { LiffEmulator } from '#emulator/index.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { createMailingRunner } from '#server/mailings/run.ts'
import { startMailing } from '#server/mailings/start.ts'
import { enqueueMessages } from '#server/message-queue/enqueue.ts'
import { nextLineMonth, quotaNow } from '#server/message-queue/quota.ts'
import { deadlineSubject } from '#server/message-queue/subjects.ts'
import { givenUp } from '#server/messages/compose.ts'
import { sendDueMessages } from '#server/messages/send-due.ts'
import { createMetrics } from '#server/metrics.ts'
import { runRetention } from '#server/retention/run.ts'
import type { Tables } from '#server/store/tables.ts'
import { campaignOf, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { limitedLine } from '#tests/kit/limited-line.ts'
import { type SignedIn, type TestServer, update } from '#tests/kit/server.ts'

// LINE accepts a limited number of messages in a month. After that, it answers 429 until the limit is raised or the
// next month begins in Japan.

let server: TestServer
let emulator: LiffEmulator
let people: readonly SignedIn[]
afterEach(async () => {
  await emulator.close()
  await server.close()
})

async function start(monthlyLimit: number, states?: readonly DrawState[]): Promise<void> {
  ;({ server, emulator, people } = await limitedLine(monthlyLimit, states))
}

const allow = (monthlyLimit: number) =>
  emulator.control.patch({ messaging: { ...emulator.scenario().messaging, monthlyLimit } })

const deps = () => ({
  ...server.deps,
  line: { ...server.deps.line, fetch: emulator.lineFetch },
  messaging: { accessToken: 'emulated-channel-access-token', liffId: '2000000001-Campaign' },
})

async function announce(): Promise<void> {
  const { draw_id } = await campaignOf(server)
  const now = server.clock.now()
  await startMailing(server.db, { kind: 'results', subject: draw_id ?? '' }, now, now)
  while ((await advanceMailings(server.deps)) > 0);
}

/** Enqueues the message to the first winner. */
async function announceAgain(): Promise<void> {
  const { draw_id } = await campaignOf(server)
  const now = server.clock.now()
  const won = { kind: 'won', subject: draw_id ?? '', customer_id: people[0]?.customerId ?? '' } as const
  await enqueueMessages(server.db, [{ ...won, dueAt: now }], now)
}

/** Runs a server for this long. It tries to send every ten minutes or, in a long run, sixteen times in total. */
async function serveFor(ms: number): Promise<void> {
  const end = server.clock.now() + ms
  const step = Math.max(10 * MINUTE_MS, ms / 16)
  const advance = createMailingRunner(deps())
  while (server.clock.now() < end) {
    while ((await advance()) + (await sendDueMessages(deps())) > 0);
    server.clock.advance(Math.min(step, end - server.clock.now()))
  }
}

const messages = (kind: Tables['message']['kind']) =>
  server.db
    .selectFrom('message')
    .select(['state', 'reason'])
    .where('kind', '=', kind)
    .orderBy('state', 'desc')
    .execute()
const statesOf = async (kind: Tables['message']['kind'] = 'won') =>
  (await messages(kind)).map(({ state }) => state).toSorted()
/** Returns how often LINE has delivered the news of a prize to each person. */
const received = () => {
  const news = emulator
    .botMessages()
    .filter(({ messages: sent }) => JSON.stringify(sent).includes(messageTexts.won.th.title))
  return people.map(({ user }) => news.filter(({ delivered }) => delivered.includes(user.userId)).length)
}
async function today() {
  const support = await (await testDesk(server)).join('support')
  server.clock.advance(MINUTE_MS)
  return (await support.call('today')).body.quota
}
const doctorLine = async (name: string) =>
  (await organiser(server)('doctor')).out.split('\n').find(line => line.includes(`${name}:`)) ?? ''

describe('when the quota of the month is used up', () => {
  test('winners get the news once the limit is raised, also after more than three days, and once', async () => {
    await start(1)
    await announce()
    await serveFor(HOUR_MS)
    expect(await statesOf()).toEqual(['sent', 'waiting'])
    await serveFor(5 * DAY_MS)
    expect([await statesOf(), received().toSorted()]).toEqual([
      ['sent', 'waiting'],
      [0, 1],
    ])
    allow(100)
    await serveFor(HOUR_MS)
    expect([await statesOf(), received()]).toEqual([
      ['sent', 'sent'],
      [1, 1],
    ])
  })

  test('winners get the news in the next month of Japan by itself', async () => {
    await start(1)
    await announce()
    const nextMonth = nextLineMonth(server.clock.now())
    await serveFor(nextMonth - 3 * HOUR_MS - server.clock.now())
    expect(await statesOf()).toEqual(['sent', 'waiting'])
    // LINE's month begins at 22:00 in Bangkok, in the quiet hours.
    await serveFor(nextMonth - server.clock.now())
    expect(await statesOf()).toEqual(['sent', 'waiting'])
    await serveFor(12 * HOUR_MS)
    expect([await statesOf(), received()]).toEqual([
      ['sent', 'sent'],
      [1, 1],
    ])
  })

  test('retention keeps the news of a winner who has more than 30 days, and deletes other messages', async () => {
    await start(0, ['won', 'declined', 'declined', 'declined', 'declined', 'reserve', 'reserve'])
    await announce()
    for (let day = 0; day < 32; day++) {
      server.clock.advance(DAY_MS)
      const ran = await runRetention(server.deps, server.clock.now(), { clockIsRight: day === 0 })
      expect(ran.kind).toBe('done')
    }
    expect([await statesOf(), await statesOf('reserve')]).toEqual([['waiting'], []])
    allow(10)
    await serveFor(DAY_MS)
    expect([await statesOf(), received()[0]]).toEqual([['sent'], 1])
  })

  test('no winner gets the news after the deadline that it names; the organiser sees whom to call', async () => {
    await start(1)
    await announce()
    await serveFor(HOUR_MS)
    const support = await (await testDesk(server)).join('support')
    const [told, untold] = received()[0] === 1 ? people : people.toReversed()
    const listed = async () =>
      (await support.call('winners', { query: { show: 'not-told' } })).body.winners.map(
        (one: { customerId: string }) => one.customerId,
      )
    expect(await listed()).toEqual([untold?.customerId])
    expect((await support.call('winner', { params: { id: untold?.customerId ?? '' } })).body.phone).toMatch(
      /^0/,
    )
    const { confirm_by } = await campaignOf(server)
    allow(0)
    server.clock.advance(confirm_by - 10 * MINUTE_MS - server.clock.now())
    await serveFor(10 * MINUTE_MS)
    allow(1000)
    await serveFor(DAY_MS)
    expect([
      received().toSorted(),
      (await messages('won')).map(({ state, reason }) => [state, reason]),
    ]).toEqual([
      [0, 1],
      [
        ['sent', null],
        ['dropped', 'LINE did not accept it before the deadline that it names'],
      ],
    ])
    const list = await organiser(server)('winners', 'list', '--show', 'not-told')
    expect([
      list.out.includes(untold?.customerId ?? '-'),
      list.out.includes(told?.customerId ?? '-'),
    ]).toEqual([true, false])
  })

  test('doctor, the metrics and the desk say so, and how many winners wait; a rate limit is another thing', async () => {
    await start(10)
    const figures = async () => createMetrics(server.db, () => server.clock.now()).text()
    await serveFor(MINUTE_MS)
    expect([await today(), await doctorLine('LINE quota')]).toEqual([
      null,
      expect.stringMatching(/ok.*0 of 10 messages counted/),
    ])
    allow(1)
    await announce()
    await serveFor(HOUR_MS)
    expect(await today()).toMatchObject({ state: 'used', limit: 1, used: 1, waiting: 1, winnersWaiting: 1 })
    expect(await doctorLine('LINE quota')).toMatch(
      /warn.*used up.*1 of 1 messages counted.*1 of them are for winners.*winners list --show not-told.*limit for additional messages/,
    )
    expect(await figures()).toContain('campaign_messages_quota_state{state="used"} 1')
    expect(await figures()).toContain('campaign_messages_quota{of="limit"} 1')
    allow(100)
    await serveFor(HOUR_MS)
    expect([await today(), received()]).toEqual([null, [1, 1]])
  })

  test('the state ends with the month, and with a raised limit although no message waits', async () => {
    await start(0)
    const state = async () => (await quotaNow(server.db, server.clock.now()))?.state
    await announce()
    await serveFor(HOUR_MS)
    expect(await state()).toBe('used')
    await server.db.deleteFrom('message').execute()
    await serveFor(HOUR_MS)
    expect(await state()).toBe('used')
    allow(10)
    await serveFor(20 * MINUTE_MS)
    expect(await state()).toBe('open')
    allow(1)
    await announceAgain()
    await serveFor(HOUR_MS)
    expect([await state(), received()]).toEqual(['used', [1, 0]])
    server.clock.advance(nextLineMonth(server.clock.now()) - 1 - server.clock.now())
    expect(await state()).toBe('used')
    server.clock.advance(1)
    expect(await state()).toBe('open')
  })

  test('a rate limit is neither the quota nor an alarm, and doctor says that nothing is to be done', async () => {
    await start(10)
    await announce()
    const limited = async (request: Request) =>
      request.url.includes('/message/push')
        ? Response.json(
            { message: 'The API rate limit has been exceeded. Try again later.' },
            { status: 429 },
          )
        : emulator.lineFetch(request)
    await sendDueMessages({ ...deps(), line: { ...server.deps.line, fetch: limited } })
    expect(await doctorLine('LINE messages')).toMatch(/warn.*rate limit.*continues automatically/)
    expect(await doctorLine('LINE quota')).toContain('ok')
    await serveFor(HOUR_MS)
    expect([await statesOf(), received()]).toEqual([
      ['sent', 'sent'],
      [1, 1],
    ])
  })

  test('a warning comes before the end, at four fifths', async () => {
    await start(5, ['won', 'won', 'won', 'won'])
    await announce()
    await serveFor(HOUR_MS)
    expect(await today()).toMatchObject({ state: 'nearly', limit: 5, used: 4 })
    expect(await doctorLine('LINE quota')).toMatch(/warn.*4 of 5 messages counted/)
  })
})

test('each kind of message is given up at the time that its text names, or after three days if it is only news', async () => {
  await start(0, ['won', 'won', 'confirmed', 'declined', 'declined', 'reserve', 'reserve'])
  const { draw_id, confirm_by } = await campaignOf(server)
  const drawId = draw_id ?? ''
  const created_at = server.clock.now()
  // Reopens the campaign, so that the reminder of its end can be true.
  const closes_at = created_at + 6 * DAY_MS
  await setCampaign(server, { closes_at, mode: 'open' })
  const customer = (index: number) => people[index]?.customerId ?? ''
  const rows: Readonly<Partial<Record<keyof typeof messageTexts, readonly [string, string, number]>>> = {
    won: [drawId, customer(0), confirm_by],
    'reserve-promoted': [deadlineSubject(drawId, confirm_by), customer(0), confirm_by],
    'confirm-deadline': [deadlineSubject(drawId, confirm_by), customer(1), confirm_by],
    'campaign-closing': [String(closes_at), customer(0), closes_at],
    'not-won': [drawId, customer(3), created_at + 3 * DAY_MS + 1],
    reserve: [drawId, customer(5), created_at + 3 * DAY_MS + 1],
    // This message is useful until then, because it tells the customer how to get the prize.
    'seat-confirmed': [drawId, customer(2), confirm_by + 1],
    'receipt-waiting': ['a job', customer(0), closes_at + 1],
  }
  for (const [name, [subject, customer_id, end]] of Object.entries(rows)) {
    const kind = name as Tables['message']['kind']
    const row = { kind, subject, customer_id, created_at }
    const ends = [await givenUp(server.db, row, end - 1), await givenUp(server.db, row, end)]
    const namesTime = /\{deadline\}|\{closes\}/.test(messageTexts[kind as 'won'].en.text)
    const reason = namesTime
      ? 'LINE did not accept it before the deadline that it names'
      : 'older than three days'
    expect([kind, ...ends]).toEqual([kind, null, reason])
  }
})

test('a message to a winner whose prize was given up meanwhile is not sent if the deadline is moved', async () => {
  await start(10)
  await announceAgain()
  await update(server, 'reward', { draw_state: 'expired' })
  await serveFor(HOUR_MS)
  expect([received(), await statesOf()]).toEqual([[0, 0], ['dropped']])
})
