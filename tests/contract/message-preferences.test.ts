import { describe, expect, test } from 'vitest'
import type { BodyInput } from '#contract/calls.ts'
import { DAY_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import { exportCustomer } from '#server/identity/export.ts'
import { readCustomer } from '#server/identity/view.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { runRetention } from '#server/retention/run.ts'
import { newKey, setCampaign } from '#tests/kit/activity.ts'
import { sendingServer } from '#tests/kit/sending.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(sendingServer)

const put = (body: BodyInput<'putMessageSettings'>, key = newKey()) =>
  world.server.call('putMessageSettings', { token: world.me.token, key, body })
const get = async () => (await world.server.call('getMessageSettings', { token: world.me.token })).body
const preferences = () =>
  world.server.db
    .selectFrom('message_preference')
    .select(['message_group', 'is_on'])
    .where('customer_id', '=', world.me.customerId)
    .orderBy('message_group')
    .execute()

describe('the switches for LINE messages', () => {
  test('are on by default for service messages, and off for news', async () => {
    expect(await get()).toEqual({
      offered: true,
      reach: 'unknown',
      groups: { receipts: true, draw: true, coupons: true, news: false },
    })
    await setMessaging(world.server.db, false)
    expect(await get()).toMatchObject({ offered: false, groups: { receipts: true } })
  })

  test('change only what the request names, and say what is in effect', async () => {
    const { status, body } = await put({ receipts: false })
    expect([status, body]).toMatchObject([200, { offered: true, groups: { receipts: false, draw: true } }])
    await put({ draw: false })
    await put({ receipts: true })
    expect((await get()).groups).toMatchObject({ receipts: true, draw: false, coupons: true })
    expect(await preferences()).toEqual([
      { message_group: 'draw', is_on: 0 },
      { message_group: 'receipts', is_on: 1 },
    ])
  })

  test('a repeated request has one effect, also after a later change', async () => {
    const key = newKey()
    await put({ receipts: false }, key)
    await put({ receipts: true })
    const repeat = await put({ receipts: false }, key)
    expect(repeat.headers.get('idempotency-replayed')).toBe('true')
    expect((await get()).groups.receipts).toBe(true)
    expect((await put({ draw: false }, key)).error.error).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('the switch of the news is the consent to marketing messages', async () => {
    const { token } = world.me
    await world.server.call('giveMarketingConsent', { token, key: newKey() })
    expect((await get()).groups.news).toBe(true)
    await world.server.call('deleteMarketingConsent', { token, key: newKey() })
    expect((await get()).groups.news).toBe(false)
    const refused = await put({ news: true } as never)
    expect([refused.status, refused.error.error]).toEqual([400, 'VALIDATION'])
  })

  test.each([[{}], [{ receipts: 'yes' }], [{ receipts: null }], [{ other: true }], [[]], [null]])(
    'refuses %j',
    async body => {
      expect((await put(body as never)).error.error).toBe('VALIDATION')
      expect(await preferences()).toEqual([])
    },
  )

  test('decide about what is sent, until the message is sent', async () => {
    await world.approve(1)
    await put({ receipts: false })
    world.server.clock.advance(MINUTE_MS)
    expect([await world.send(), world.inLine()]).toEqual([1, []])
    expect(await world.rows()).toMatchObject([
      { state: 'dropped', reason: 'the customer has switched these messages off' },
    ])
    await put({ receipts: true, draw: false })
    await world.approve(1)
    world.server.clock.advance(MINUTE_MS)
    expect([await world.send(), world.inLine().length]).toEqual([1, 1])
  })

  test('are in the copy of the data, and are deleted when the customer leaves', async () => {
    const { db, clock } = world.server
    await put({ draw: false })
    const copy = await exportCustomer(db, await readCustomer(db, world.me.customerId), clock.now())
    expect(copy.messagePreference).toEqual([{ messageGroup: 'draw', isOn: 0, changedAt: isoOf(clock.now()) }])
    await world.server.call('cancel', { token: world.me.token, key: newKey(), body: { confirm: true } })
    expect(await preferences()).toEqual([])
    expect((await put({ draw: true })).status).toBe(401)
    expect(await preferences()).toEqual([])
  })

  test('are deleted with the personal data 180 days after the announcement', async () => {
    const { server } = world
    await put({ draw: false })
    await setCampaign(server, { announced_at: server.clock.now() })
    server.clock.advance(180 * DAY_MS)
    await runRetention(server.deps, server.clock.now(), { clockIsRight: true })
    expect(await preferences()).toEqual([])
  })
})
