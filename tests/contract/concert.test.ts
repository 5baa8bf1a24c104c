import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { hashPin } from '#server/campaign/staff-pin.ts'
import { checkInCode } from '#src/domain/check-in-code.ts'
import { ids } from '#src/platform/ids.ts'
import { newKey, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { insert, rowOf } from '#tests/kit/rows.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())

const create = () => somchai.call('createReward', { body: {} })
const get = () => somchai.call('getReward')

describe('the concert seat', () => {
  const confirm = (attend?: boolean, key = newKey()) =>
    somchai.call('confirmConcert', { body: attend === undefined ? {} : { attend }, key })
  const draw = (draw_state: string) =>
    server.db.updateTable('reward').set({ draw_state, draw_rank: 3 }).execute()
  const announce = () => setCampaign(server, { announced_at: server.clock.now() })

  beforeEach(async () => {
    await create()
  })

  test('stays hidden before the announcement', async () => {
    await draw('won')
    expect((await get()).body.luckyDraw).toMatchObject({ state: 'entered', rank: null })
    expect((await confirm()).error.error).toBe('NOT_A_WINNER')
    await announce()
    expect((await get()).body.luckyDraw).toMatchObject({ state: 'won', rank: 3 })
  })

  test.each(['none', 'entered', 'reserve', 'lost'])(
    'cannot be confirmed by a customer who is %s',
    async state => {
      await draw(state)
      await announce()
      const refused = await confirm()
      expect([refused.status, refused.error.error]).toEqual([409, 'NOT_A_WINNER'])
    },
  )

  test('is confirmed by a winner, and a repeat gets the same response, even after the deadline', async () => {
    await draw('won')
    await announce()
    const first = await confirm()
    expect(first.body).toEqual({ confirmed: true, confirmedAt: new Date(server.clock.now()).toISOString() })
    server.clock.advance(HOUR_MS)
    await setCampaign(server, { confirm_by: server.clock.now() - 1 })
    expect((await confirm(true)).body).toEqual(first.body)
    expect((await get()).body.luckyDraw).toMatchObject({
      state: 'confirmed',
      confirmedAt: first.body.confirmedAt,
    })
    expect((await confirm(false)).error.error).toBe('CONFIRM_CLOSED')
  })

  test('replays the response for the same key, refuses the key for another decision, and names an invalid field', async () => {
    await draw('won')
    await announce()
    const key = newKey()
    const [first, again] = [await confirm(true, key), await confirm(true, key)]
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
    expect((await confirm(false, key)).error.error).toBe('IDEMPOTENCY_KEY_REUSED')
    const body = { attend: 'yes' } as never
    const wrong = await somchai.call('confirmConcert', { body })
    expect([wrong.status, wrong.error.fields?.[0]?.path]).toEqual([400, 'attend'])
  })

  test('cannot be confirmed after it was declined', async () => {
    await draw('won')
    await announce()
    expect((await confirm(false)).body.confirmed).toBe(false)
    expect((await confirm(false)).status).toBe(200)
    const refused = await confirm(true)
    expect([refused.status, refused.error.error]).toEqual([409, 'CONFIRM_CLOSED'])
  })

  test('can be confirmed at the deadline, the last moment for it', async () => {
    await draw('won')
    await announce()
    await setCampaign(server, { confirm_by: server.clock.now() })
    expect((await confirm()).status).toBe(200)
  })

  test('cannot be confirmed after the deadline', async () => {
    await draw('won')
    await announce()
    await setCampaign(server, { confirm_by: server.clock.now() - 1 })
    expect((await confirm()).error.error).toBe('CONFIRM_CLOSED')
    expect((await get()).body.luckyDraw.state).toBe('expired')
  })

  test('unlocks the concert reward once confirmed', async () => {
    await draw('won')
    await announce()
    await setCampaign(server, { staff_pin_hash: await hashPin('4821') })
    await server.db.updateTable('reward_kind').set({ opens_at: null }).execute()
    const use = () =>
      somchai.call('useReward', {
        body: { rewardType: 'concert', staffPin: '4821' },
        key: newKey(),
      })
    expect((await use()).error.error).toBe('REWARD_LOCKED')
    await confirm()
    expect((await use()).error.error).toBe('TAX_UNPAID')
    const { id: draw_id } = await rowOf(server, 'draw')
    const { customerId: customer_id } = somchai
    await insert(server, 'prize_delivery', {
      draw_id,
      customer_id,
      tax_paid_at: 1,
      version: 1,
      updated_at: 1,
    })
    expect((await use()).status).toBe(200)
  })
})

describe('the check-in code', () => {
  test('is signed with the customer’s key of the hour and changes every 30 seconds', async () => {
    expect((await somchai.call('getRewardQr')).status).toBe(404)
    const reward = (await create()).body
    const ask = async () => (await somchai.call('getRewardQr')).body
    const first = await ask()
    const step = Math.floor(server.clock.now() / 30_000)
    const row = await server.db.selectFrom('reward').select('qr_secret').executeTakeFirstOrThrow()
    const prefix = `CQ1.${reward.id}`
    const hour = Math.floor(server.clock.now() / HOUR_MS)
    const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
    const keyOf = (at: number) => sign(Buffer.from(row.qr_secret, 'base64url'), `${prefix}.hour.${at}`)
    const mac = sign(keyOf(hour), `${prefix}.${step}`)
    expect(first).toMatchObject({
      payload: `${prefix}.${step}.${mac.subarray(0, 16).toString('base64url')}`,
      expiresAt: new Date((step + 1) * 30_000).toISOString(),
      step: 30,
      signer: { prefix, hour },
    })
    expect(first.signer?.keys).toEqual(
      Array.from({ length: 25 }, (_, n) => keyOf(hour + n).toString('base64url')),
    )
    expect(JSON.stringify(first)).not.toContain(row.qr_secret)
    expect(await ask()).toEqual(first)
    server.clock.advance(30_000)
    expect((await ask()).payload).not.toBe(first.payload)
  })

  test('is the same whether the phone creates it offline or the server does, for a day', async () => {
    await create()
    const ask = async () => (await somchai.call('getRewardQr')).body
    const given = await ask()
    for (const hours of [1, 11, 12]) {
      server.clock.advance(hours * HOUR_MS)
      const made = await checkInCode(given, server.clock.now(), ids.hmacSha256)
      expect(made?.payload).toBe((await ask()).payload)
    }
    server.clock.advance(2 * HOUR_MS)
    expect(await checkInCode(given, server.clock.now(), ids.hmacSha256)).toBeNull()
  })

  test('is accepted by qr check for about a minute, also if the phone created it', async () => {
    const reward = (await create()).body
    const given = (await somchai.call('getRewardQr')).body
    const check = async (code: string) => {
      const { code: exit, out } = await organiser(server)('qr', 'check', code, '--json')
      return { exit, ...JSON.parse(out) }
    }
    server.clock.advance(5 * HOUR_MS)
    const offline = (await checkInCode(given, server.clock.now(), ids.hmacSha256))?.payload ?? ''
    const good = { exit: 0, genuine: true, fresh: true, customerId: somchai.customerId, drawState: 'none' }
    expect(await check(offline)).toMatchObject(good)
    server.clock.advance(30_000)
    expect(await check(offline)).toMatchObject(good)
    server.clock.advance(30_000)
    expect(await check(offline)).toMatchObject({ ...good, exit: 1, fresh: false })
    const old = (await organiser(server)('qr', 'check', offline)).out
    expect(old).toContain('ask the customer to show the current one')

    const other = await server.signIn()
    const theirs = (await other.call('createReward', { body: {} })).body
    const now = (await somchai.call('getRewardQr')).body.payload
    const flipped = now.slice(0, -1) + (now.endsWith('A') ? 'B' : 'A')
    for (const forged of [now.replace(reward.id, theirs.id), now.replace(reward.id, newKey()), flipped])
      expect(await check(forged)).toEqual({ exit: 1, genuine: false, fresh: false })
    expect((await organiser(server)('qr', 'check', 'https://campaign.example')).err).toContain(
      'not a check-in code',
    )
    await somchai.call('cancel', { key: newKey(), body: { confirm: true } })
    expect(await check(now)).toMatchObject({ genuine: false })
  })
})
