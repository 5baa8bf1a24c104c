import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { messageTexts } from '#campaign/messages.ts'
import { bangkokDay } from '#contract/rules.ts'
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import { createLiffEmulator, type LiffEmulator } from '#emulator/index.ts'
import { promoteReserves } from '#server/draw/promote.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { createMailingRunner } from '#server/mailings/run.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { sendDueMessages } from '#server/messages/send-due.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { campaignOf, newKey, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { at, beaconAt, endCampaign, winnersOf } from '#tests/kit/draw.ts'
import { eachTest, rowsOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'

const LIFF_ID = '2000000001-Campaign'

let emulator: LiffEmulator
let people: SignedIn[]
const server = eachTest(testServer)
const run = organiser(server)
beforeEach(async () => {
  webhook = {}
  const users = Array.from({ length: 4 }, () => server.newUser())
  emulator = await createLiffEmulator({
    liffId: LIFF_ID,
    clock: () => server.clock.now(),
    users: users.map(({ userId }) => ({ userId, displayName: 'ผู้ทดสอบ' })),
  })
  const friends = Object.fromEntries(users.map(({ userId }) => [userId, 'friend' as const]))
  emulator.control.patch({ friendships: friends })
  await setMessaging(server.db, true)
  people = []
  for (const user of users) people.push(await server.signIn(user))
})
afterEach(() => emulator.close())

/** The server's other settings for the channel: the secret with which LINE signs webhooks, or nothing. */
let webhook: { readonly channelSecret?: string }
const deps = () => ({
  ...server.deps,
  line: { ...server.deps.line, fetch: emulator.lineFetch },
  messaging: { accessToken: 'emulated-channel-access-token', liffId: LIFF_ID, ...webhook },
})

/** Runs a new server process until no work is due. */
async function serve(): Promise<void> {
  const advance = createMailingRunner(deps())
  while ((await advance()) + (await sendDueMessages(deps())) > 0);
}

const titlesOf = ({ user }: SignedIn): string[] =>
  emulator
    .botMessages()
    .filter(sent => sent.delivered.includes(user.userId))
    .map(sent => JSON.stringify(sent.messages).match(/"altText":"([^:]*): /)?.[1] ?? 'no title')
const titles = () => people.map(titlesOf)
const titleOf = (kind: keyof typeof messageTexts) => messageTexts[kind].th.title
const [WON, LOST, RESERVE] = [titleOf('won'), titleOf('not-won'), titleOf('reserve')]

/** Draws one winner of a seat and one reserve. Returns the people by result. */
async function draw(): Promise<{ winner: SignedIn; reserve: SignedIn; others: SignedIn[] }> {
  for (const { token } of people) await server.call('createReward', { token, body: {} })
  const run = organiser(server, [], {
    advertised: [
      { key: 'concert', titleTh: 'บัตรคอนเสิร์ต', titleEn: 'Ticket', valueBaht: 9, delivery: 'seat', count: 1 },
    ],
  })
  const beacon = ['--beacon', 'รางวัลที่ 1', '--beacon-at', at(await beaconAt(server))]
  const prizes = ['--prize', 'บัตรคอนเสิร์ต=1', '--reserves', '1']
  expect((await run('draw', 'commit', ...beacon, ...prizes)).err).toBe('')
  await endCampaign(server)
  await run('draw', 'seal')
  server.clock.advance(4 * DAY_MS)
  // The server sends nothing at night.
  const noon = Date.parse(`${bangkokDay(server.clock.now() + DAY_MS)}T12:00:00+07:00`)
  server.clock.advance(noon - server.clock.now())
  await setCampaign(server, { confirm_by: noon + 7 * DAY_MS })
  expect((await run('draw', 'run', '--beacon', '123456')).err).toBe('')
  const [first, second] = await winnersOf(server)
  const who = (id?: string) => people.find(one => one.customerId === id) as SignedIn
  const [winner, reserve] = [who(first?.customer_id), who(second?.customer_id)]
  return { winner, reserve, others: people.filter(one => one !== winner && one !== reserve) }
}

/** Signs a person in again, because sessions end during the days until the draw. */
const tokenOf = async ({ user }: SignedIn) => (await server.signIn(user, { register: false })).token
const confirmSeat = async (who: SignedIn) =>
  server.call('confirmConcert', { token: await tokenOf(who), body: { attend: true }, key: newKey() })

const lastOf = ({ user }: SignedIn): string =>
  JSON.stringify(emulator.botMessages().findLast(sent => sent.delivered.includes(user.userId))?.messages)

describe('the draw’s result', () => {
  test('reaches each person who took part once, with what is true for them', async () => {
    const { winner, reserve, others } = await draw()
    const { code, out } = await run('announce', '--now', '--notify')
    expect([code, out]).toEqual([0, expect.stringContaining('LINE messages to send: 4')])
    await Promise.all([serve(), serve()])
    await serve()
    expect([titlesOf(winner), titlesOf(reserve), others.map(titlesOf)]).toEqual([
      [WON],
      [RESERVE],
      [[LOST], [LOST]],
    ])
    expect(lastOf(winner)).toContain(`https://liff.line.me/${LIFF_ID}/confirm`)
    expect(lastOf(winner)).toContain('บัตรคอนเสิร์ต')
    expect(lastOf(reserve)).not.toContain('/confirm')
    await run('notify', 'results')
    await serve()
    expect(titles().flat()).toHaveLength(4)
  })

  test('is not sent before the announcement, and follows an announcement that moves', async () => {
    await draw()
    const announceAt = server.clock.now() + HOUR_MS
    await run('announce', '--at', isoOf(announceAt), '--notify')
    await serve()
    await run('announce', '--at', isoOf(announceAt + HOUR_MS))
    server.clock.advance(HOUR_MS + MINUTE_MS)
    await serve()
    expect(titles().flat()).toEqual([])
    server.clock.advance(HOUR_MS)
    await serve()
    expect(titles().flat()).toHaveLength(4)
  })

  test('is not sent without --notify, or while messages are off', async () => {
    await draw()
    await setMessaging(server.db, false)
    const refused = await run('announce', '--now', '--notify')
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^LINE messages are off/)])
    expect((await campaignOf(server)).announced_at).toBeNull()
    await setMessaging(server.db, true)
    await run('announce', '--now')
    await serve()
    expect(titles().flat()).toEqual([])
  })

  test('does not reach a person who is blocked or has left', async () => {
    const { winner, reserve, others } = await draw()
    await server.call('cancel', { token: await tokenOf(winner), key: newKey(), body: { confirm: true } })
    await run('customer', 'block', reserve.customerId, '--reason', 'ปลอม')
    const { out } = await run('announce', '--now', '--notify', '--dry-run')
    expect(out).toMatch(/LINE messages to send: 2\n.*\n.*cannot be reached: 1\n.*blocked by the organiser: 1/)
    await run('announce', '--now', '--notify')
    await serve()
    expect(titles().flat()).toEqual([LOST, LOST])
    expect(others.map(titlesOf)).toEqual([[LOST], [LOST]])
  })

  test('can be stopped and resumed without a loss or a repeat', async () => {
    await draw()
    await run('announce', '--now', '--notify')
    await advanceMailings(deps())
    expect((await run('notify', 'stop', 'results')).out).toContain('4 messages are held')
    await serve()
    expect(titles().flat()).toEqual([])
    expect((await run('notify', 'status')).out).toContain(
      '4 enqueued, 0 sent, 0 waiting, 0 dropped, 0 failed, 4 held',
    )
    await run('notify', 'resume', 'results')
    await serve()
    expect(titles().flat()).toHaveLength(4)
    expect((await run('notify', 'status', '--watch')).out).toContain('4 enqueued, 4 sent, 0 waiting')
  })

  test('a process that dies with a page enqueues it again, and others do not', async () => {
    await draw()
    await run('announce', '--now', '--notify')
    await inTransaction(server.db, async trx => {
      await advanceMailings({ ...deps(), db: trx })
      throw new Error('killed')
    }).catch(() => undefined)
    expect(await rowsOf(server, 'message')).toEqual([])
    const pages = await Promise.all([advanceMailings(deps()), advanceMailings(deps())])
    expect(pages.toSorted()).toEqual([0, 1])
  })
})

describe('after the draw', () => {
  test('a winner can confirm in the chat if the server gets what is pressed there and needs no address', async () => {
    const { winner, reserve } = await draw()
    const confirms = (who: SignedIn) => /"data":"confirm-seat:([\w-]+)"/.exec(lastOf(who))?.[1] ?? null
    await run('announce', '--now', '--notify')
    await serve()
    expect([confirms(winner), confirms(reserve)]).toEqual([null, null])
    webhook = { channelSecret: '5ec2e75ec2e75ec2e75ec2e75ec2e75e' }
    server.clock.advance(6 * DAY_MS + HOUR_MS)
    await serve()
    expect(confirms(winner)).toBe((await winnersOf(server))[0]?.ticket_id)
    const shipped = sql<string>`replace(prizes, '"seat"', '"shipped"')`
    await server.db.updateTable('draw').set({ prizes: shipped }).execute()
    await setCampaign(server, { confirm_by: server.clock.now() + 24 * HOUR_MS })
    await serve()
    expect([titlesOf(winner).length, confirms(winner)]).toEqual([3, null])
  })

  test('a reserve who is promoted, a deadline of less than a day and a confirmation are told once', async () => {
    const { winner, reserve } = await draw()
    await run('announce', '--now', '--notify')
    await serve()
    const { confirm_by } = await campaignOf(server)
    server.clock.advance(confirm_by - server.clock.now() - DAY_MS - MINUTE_MS)
    await serve()
    expect(titlesOf(winner)).toEqual([WON])
    server.clock.advance(2 * MINUTE_MS)
    await serve()
    await serve()
    expect(titlesOf(winner)).toEqual([WON, titleOf('confirm-deadline')])
    server.clock.advance(DAY_MS)
    const promoted = await promoteReserves(server.db, server.clock.now() + 7 * DAY_MS, server.clock.now())
    expect(promoted.promoted).toHaveLength(1)
    await serve()
    expect(titlesOf(reserve)).toEqual([RESERVE, titleOf('reserve-promoted')])
    expect((await confirmSeat(reserve)).status).toBe(200)
    await serve()
    expect(titlesOf(reserve)).toHaveLength(2)
    server.clock.advance(MINUTE_MS)
    await serve()
    expect(titlesOf(reserve).at(-1)).toBe(titleOf('seat-confirmed'))
    server.clock.advance(6 * DAY_MS)
    await serve()
    expect([titlesOf(winner).length, titlesOf(reserve).length]).toEqual([2, 3])
  })

  test('a winner who confirms within the minute in which the message waits is not asked to confirm', async () => {
    const { winner } = await draw()
    await run('announce', '--now', '--notify')
    await advanceMailings(deps())
    expect((await confirmSeat(winner)).status).toBe(200)
    server.clock.advance(MINUTE_MS)
    await serve()
    expect(titlesOf(winner)).toEqual([titleOf('seat-confirmed')])
  })
})

describe('during the campaign', () => {
  const agree = ({ token }: SignedIn) =>
    server.call('giveMarketingConsent', { token, key: newKey(), body: {} })

  test('the reminder of the end reaches only those who agreed to marketing, once for each end', async () => {
    const [agreed, withdrawn, never] = people as [SignedIn, SignedIn, SignedIn]
    await setCampaign(server, { closes_at: server.clock.now() + 6 * DAY_MS })
    await agree(agreed)
    await agree(withdrawn)
    await server.call('deleteMarketingConsent', { token: withdrawn.token, key: newKey() })
    const { out } = await run('notify', 'closing', '--dry-run')
    expect(out).toMatch(/LINE messages to send: 1\n.*\n.*reached: 3\n.*no consent to marketing messages: 3/)
    await run('notify', 'closing')
    await run('notify', 'closing')
    await serve()
    expect([agreed, withdrawn, never].map(titlesOf)).toEqual([[titleOf('campaign-closing')], [], []])
    await setCampaign(server, { mode: 'ended' })
    expect((await run('notify', 'closing')).err).toContain('not open')
  })

  test('a coupon that ends within two days is mentioned to those who can use it', async () => {
    const [holder, user] = people as [SignedIn, SignedIn]
    for (const { token } of [holder, user]) await server.call('createReward', { token, body: {} })
    const closes_at = server.clock.now() + 3 * DAY_MS
    await update(server, 'reward_kind', { closes_at }, { reward_type: 'welcome' })
    await serve()
    await server.call('useReward', { token: user.token, key: newKey(), body: { rewardType: 'welcome' } })
    server.clock.advance(DAY_MS + MINUTE_MS)
    await serve()
    server.clock.advance(HOUR_MS)
    await serve()
    expect([titlesOf(holder), titlesOf(user)]).toEqual([[titleOf('coupon-expiring')], []])
  })

  test('the dry run shows LINE’s quota, and more than the quota is refused', async () => {
    await setCampaign(server, { closes_at: server.clock.now() + 6 * DAY_MS })
    await Promise.all(people.map(agree))
    expect((await run('notify', 'closing', '--dry-run')).out).toContain('Quota: unknown')
    await serve()
    expect((await run('notify', 'closing', '--dry-run')).out).toContain('Quota: the account has no limit')
    await update(server, 'message_channel', { quota_limit: 10, quota_used: 8 })
    expect((await run('notify', 'closing', '--dry-run')).out).toContain('2 more than LINE accepts')
    const refused = await run('notify', 'closing')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('LINE would refuse 2')])
    expect((await run('notify', 'closing', '--over-quota')).code).toBe(0)
  })
})
