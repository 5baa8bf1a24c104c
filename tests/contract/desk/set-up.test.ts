import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { campaignOf, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { columnsOf, eachTest, profileForm, testServer, update } from '#tests/kit/server.ts'
import { change, effectsOf, preview, seenBy } from '#tests/kit/set-up.ts'
import { announceWinners } from '#tests/kit/winners.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
let mali: Awaited<ReturnType<typeof desk.join>>
beforeEach(async () => {
  mali = await desk.join('manager', 'Mali')
})

const rules = (set: Extract<Parameters<typeof preview>[1], { kind: 'rules' }>['set']) =>
  ({ kind: 'rules', set }) as const

describe('who', () => {
  test('an auditor and support read the set-up and change nothing; a reviewer does not see it', async () => {
    const given = rules({ minAge: 20 })
    const seen = await seenBy(mali, given)
    for (const role of ['auditor', 'support'] as const) {
      const one = await desk.join(role)
      expect((await one.call('setUp')).body.rules.minAge).toBe(10)
      expect((await one.call('setUpStores')).status).toBe(200)
      expect((await one.call('changeSetUp', { body: { change: given, seen } })).error.error).toBe('FORBIDDEN')
      expect((await one.call('previewSetUp', { body: { change: given, seen } })).error.error).toBe(
        'FORBIDDEN',
      )
    }
    expect((await (await desk.join('reviewer')).call('setUp')).error.error).toBe('FORBIDDEN')
  })

  test('a change needs a passkey use within ten minutes, a preview does not', async () => {
    server.clock.advance(HOUR_MS / 2)
    const given = rules({ minAge: 20 })
    expect((await preview(mali, given)).status).toBe(200)
    expect((await change(mali, given)).error.error).toBe('FRESH_PASSKEY_REQUIRED')
  })

  test('of two managers who have seen the same, the second is refused and nothing of it is stored', async () => {
    const thana = await desk.join('manager', 'Thana')
    const [first, second] = [rules({ minAge: 15 }), rules({ minAge: 18, bahtPerRight: 50 })]
    const seen = await seenBy(thana, second)
    expect((await change(mali, first)).body.rules.minAge).toBe(15)
    const late = await thana.call('changeSetUp', { body: { change: second, seen } })
    expect(late.error.error).toBe('CHANGED')
    expect((await thana.call('previewSetUp', { body: { change: second, seen } })).error.error).toBe('CHANGED')
    expect(await campaignOf(server)).toMatchObject({ min_age: 15, baht_per_right: 100 })
  })

  test('of two managers who confirm in the same moment, one is refused', async () => {
    const thana = await desk.join('manager', 'Thana')
    const given = [rules({ minAge: 15 }), rules({ minAge: 18 })] as const
    const seen = await seenBy(mali, given[0])
    const both = await Promise.all([
      mali.call('changeSetUp', { body: { change: given[0], seen } }),
      thana.call('changeSetUp', { body: { change: given[1], seen } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a change on the command line makes a preview stale, too', async () => {
    const given = rules({ minAge: 15 })
    const seen = await seenBy(mali, given)
    await organiser(server)('dates', 'set', '--min-age', '19')
    const { error } = await mali.call('changeSetUp', { body: { change: given, seen } })
    expect(error.error).toBe('CHANGED')
  })

  test('changes of different parts do not disturb each other', async () => {
    const given = rules({ minAge: 15 })
    const seen = await seenBy(mali, given)
    await change(mali, { kind: 'stock', rewardType: 'gift', total: 600 })
    expect((await mali.call('changeSetUp', { body: { change: given, seen } })).status).toBe(200)
  })

  test('the audit log has every change with its person, before and after', async () => {
    const { closes_at: before } = await campaignOf(server)
    await change(mali, rules({ closesAt: before - HOUR_MS }))
    const [entry] = (await mali.call('audit')).body.entries
    expect(entry).toMatchObject({
      actor: `Mali (desk ${mali.personId})`,
      action: 'desk set-up rules',
    })
    expect(JSON.stringify(entry?.detail)).toContain(String(before - HOUR_MS))
  })

  test('a preview changes nothing and leaves no entry in the audit log', async () => {
    const before = await campaignOf(server)
    const entries = (await mali.call('audit')).body.entries.length
    await preview(mali, rules({ minAge: 15 }))
    await preview(mali, { kind: 'terms', terms: '2027-01' })
    expect(await campaignOf(server)).toEqual(before)
    expect((await mali.call('audit')).body.entries).toHaveLength(entries)
  })
})

describe('dates and rules', () => {
  test('an earlier close counts the waiting receipts that were bought after it', async () => {
    const who = await server.signIn()
    const now = server.clock.now()
    await sendReceipt(server, who, { purchasedAt: new Date(now - 2 * HOUR_MS).toISOString() })
    const { body } = await sendReceipt(server, who, { purchasedAt: new Date(now - HOUR_MS).toISOString() })
    const shown = await preview(mali, rules({ closesAt: now - 90 * 60 * 1000 }))
    expect(effectsOf(shown)).toMatchObject({ 'receipts-outside': 1, 'ends-now': null, 'dates-seen': 1 })
    await organiser(server)('receipts', 'approve', body.id)
    const later = await preview(mali, rules({ closesAt: now - 90 * 60 * 1000 }))
    expect(effectsOf(later)).not.toHaveProperty('receipts-outside')
  })

  test('the differences name what was and what will be, without values that stay', async () => {
    const { closes_at: before } = await campaignOf(server)
    const shown = await preview(mali, rules({ closesAt: before + HOUR_MS, minAge: 10 }))
    expect(shown.body.differences).toEqual([{ field: 'closesAt', from: before, to: before + HOUR_MS }])
    expect((await preview(mali, rules({ minAge: 10 }))).body.refusal).toEqual({ code: 'NOTHING', values: {} })
  })

  test('a new close counts the rewards that keep the former one', async () => {
    const { closes_at: before } = await campaignOf(server)
    const kept = await columnsOf(server, 'reward_kind', ['title_th'], { closes_at: before })
    expect(kept.length).toBeGreaterThan(0)
    const later = await preview(mali, rules({ closesAt: before + HOUR_MS }))
    expect(effectsOf(later)).toMatchObject({ 'rewards-stay': kept.length })
    await update(server, 'reward_kind', { closes_at: before + HOUR_MS })
    expect(effectsOf(await preview(mali, rules({ closesAt: before + HOUR_MS })))).not.toHaveProperty(
      'rewards-stay',
    )
  })

  test('dates out of order, out of bounds and after the seal are refused with the reason', async () => {
    const { opens_at, draw_at, draw_id } = await campaignOf(server)
    const refused = async (set: Parameters<typeof rules>[0]) =>
      (await preview(mali, rules(set))).body.refusal?.code
    expect(await refused({ closesAt: opens_at })).toBe('ORDER')
    expect(await refused({ closesAt: draw_at })).toBe('ORDER')
    expect(await refused({ bahtPerRight: 0 })).toBe('BOUNDS')
    expect(await refused({ reviewDays: 61 })).toBe('BOUNDS')
    await update(server, 'draw', { sealed_at: server.clock.now() }, { id: draw_id ?? '' })
    expect(await refused({ closesAt: opens_at + HOUR_MS })).toBe('SEALED')
    const late = await change(mali, rules({ closesAt: opens_at + HOUR_MS }))
    expect(late.error).toMatchObject({ error: 'REFUSED', detail: 'SEALED' })
    expect(await refused({ minAge: 20 })).toBeUndefined()
  })

  test('winners keep the time to confirm that they were told: after the announcement it can only move later', async () => {
    const { confirm_by: told } = await campaignOf(server)
    const earlier = rules({ confirmBy: told - HOUR_MS })
    expect((await preview(mali, earlier)).body.refusal).toBeNull()
    await setCampaign(server, { announced_at: server.clock.now() + 1 })
    expect((await preview(mali, earlier)).body.refusal).toBeNull()
    server.clock.advance(1)
    const [, , gone] = await announceWinners(server, ['won', 'confirmed', 'won'])
    // This customer left between the draw and the announcement.
    await update(server, 'customer', { status: 'cancelled' }, { id: gone?.customerId ?? '' })
    expect((await preview(mali, earlier)).body.refusal).toEqual({
      code: 'CONFIRM_EARLIER',
      values: { time: told },
    })
    expect((await change(mali, earlier)).error).toMatchObject({
      error: 'REFUSED',
      detail: 'CONFIRM_EARLIER',
    })
    const command = ['dates', 'set', '--confirm-by', new Date(told - HOUR_MS).toISOString()] as const
    expect((await organiser(server)(...command)).err).toContain('the deadline can only move later')
    const later = rules({ confirmBy: told + HOUR_MS })
    expect(effectsOf(await preview(mali, later))).toMatchObject({ 'winners-deadline': 1 })
    expect((await change(mali, later)).status).toBe(200)
    expect((await preview(mali, earlier)).body.refusal?.code).toBe('CONFIRM_EARLIER')
  })

  test('winners must have time to confirm after an announcement that is already set', async () => {
    const { announce_at } = await campaignOf(server)
    const announcedAt = announce_at + 3 * DAY_MS
    await setCampaign(server, { announced_at: announcedAt })
    const tooEarly = rules({ confirmBy: announcedAt })
    expect((await preview(mali, tooEarly)).body.refusal).toEqual({
      code: 'CONFIRM_TOO_EARLY',
      values: { time: announcedAt },
    })
    expect((await change(mali, tooEarly)).error).toMatchObject({ detail: 'CONFIRM_TOO_EARLY' })
    const command = ['dates', 'set', '--confirm-by', new Date(announce_at + DAY_MS).toISOString()] as const
    expect((await organiser(server)(...command)).err).toContain('must be later than the announcement')
    expect((await preview(mali, rules({ confirmBy: announcedAt + 1 }))).body.refusal).toBeNull()
  })

  test('dates do nothing while a person has set the campaign’s state by hand', async () => {
    await setCampaign(server, { mode: 'open' })
    const { closes_at } = await campaignOf(server)
    const effects = effectsOf(await preview(mali, rules({ closesAt: closes_at + 1 })))
    expect(effects).toMatchObject({ 'by-hand': null })
    expect(effects).not.toHaveProperty('ends-now')
  })

  test('another rule says how many waiting receipts give nothing, or another number of entries', async () => {
    const who = await server.signIn()
    for (const amount of [100, 150, 250]) await sendReceipt(server, who, { amount })
    const effects = effectsOf(await preview(mali, rules({ bahtPerRight: 50, minAmountSatang: 12_000 })))
    expect(effects).toMatchObject({
      'receipts-below-minimum': 1,
      'receipts-other-entries': 2,
      'entries-stay': null,
    })
  })

  test('a higher age counts the registered customers who are younger', async () => {
    await server.signIn()
    const { customerId } = await server.signIn()
    const year = new Date(server.clock.now()).getUTCFullYear() - 14
    await update(
      server,
      'customer',
      { birth_date: `${year}${profileForm.birthDate.slice(4)}` },
      { id: customerId },
    )
    expect(effectsOf(await preview(mali, rules({ minAge: 20 })))).toMatchObject({ 'customers-too-young': 1 })
    expect(effectsOf(await preview(mali, rules({ minAge: 12 })))).not.toHaveProperty('customers-too-young')
  })

  test('a shorter promise counts the receipts that already wait longer', async () => {
    await sendReceipt(server, await server.signIn())
    server.clock.advance(2 * DAY_MS)
    mali = await desk.join('manager', 'Again')
    expect(effectsOf(await preview(mali, rules({ reviewDays: 1 })))).toMatchObject({ 'receipts-late': 1 })
    expect(effectsOf(await preview(mali, rules({ reviewDays: null })))).not.toHaveProperty('receipts-late')
  })
})
