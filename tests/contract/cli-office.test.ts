import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { campaignOf, sendReceipt, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, profileForm, rowsOf, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const run = organiser(server)
const who = eachTest(() => server.signIn())

describe('dates and rules', () => {
  const set = (...options: string[]) => run('dates', 'set', ...options)

  test('can be changed, and customers see the new values', async () => {
    const { code } = await set(
      ...['--opens', '2026-11-01T00:00:00+07:00', '--closes', '2026-12-31T23:59:59+07:00'],
      ...['--draw', '2027-01-05T14:00:00+07:00', '--announce', '2027-01-07T10:00:00+07:00'],
      ...['--confirm-by', '2027-01-14T10:00:00+07:00', '--baht-per-right', '250', '--min-amount', '99.50'],
      ...['--max-per-day', '3', '--min-age', '20', '--permit-no', '123/2569'],
      ...['--review-days', '5', '--second-look', '20'],
    )
    expect((await campaignOf(server)).second_look_percent).toBe(20)
    expect(code).toBe(0)
    expect((await server.call('activity')).body).toMatchObject({
      closesAt: '2026-12-31T16:59:59.000Z',
      bahtPerRight: 250,
      minAmount: 99.5,
      maxReceiptsPerDay: 3,
      minAge: 20,
      reviewDays: 5,
      permitNo: '123/2569',
    })
    await set('--permit-no', '', '--review-days', '')
    expect(await campaignOf(server)).toMatchObject({ permit_no: null, review_days: null })
    expect((await run('dates', 'show')).out).toContain('2026-12-31 23:59')
  })

  test('are shown with a note while the state is set by hand', async () => {
    await run('pending')
    expect((await set('--min-age', '20')).out).toContain(
      'The campaign was set to pending by hand; run `auto`',
    )
    expect((await run('doctor')).out).toContain('the campaign is pending (set by hand; `auto`')
    await run('auto')
    expect((await set('--min-age', '18')).out).not.toContain('by hand')
  })

  test.each([
    [[], 'Nothing to set'],
    [['--closes', '2026-12-31'], '--closes: must be a time'],
    [['--closes', '2020-01-01T00:00:00Z'], 'must be later than --opens'],
    [['--baht-per-right', '0'], '--baht-per-right: must be a whole number'],
    [['--min-amount', '-5'], 'argument is ambiguous'],
    [['--min-amount', '1.234'], '--min-amount: must be an amount'],
    [['--review-days', '0'], '--review-days: must be a whole number'],
    [['--second-look', '101'], '--second-look: must be a whole number'],
    [['--min-age', '9'], '--min-age: must be a whole number from 10'],
    [['--permit-no', 'x\ny'], '--permit-no: must be a single line'],
  ])('refuses %j and changes nothing', async (options, message) => {
    const before = await campaignOf(server)
    const { code, err } = await set(...options)
    expect([code > 0, err]).toEqual([true, expect.stringContaining(message)])
    expect(await campaignOf(server)).toEqual(before)
  })

  test('cannot be changed once the draw or the announcement depends on them', async () => {
    const { draw_id, closes_at } = await campaignOf(server)
    const later = new Date(closes_at + 60_000).toISOString()
    const drawRow = server.db.updateTable('draw').where('id', '=', draw_id ?? '')
    await drawRow.set({ beacon_at: closes_at + 30_000 }).execute()
    expect((await set('--closes', later)).err).toContain('before the beacon')
    await drawRow.set({ beacon_at: null, sealed_at: 1 }).execute()
    expect((await set('--closes', later)).err).toContain('sealed')
    await setCampaign(server, { announced_at: 1 })
    expect((await set('--announce', new Date(closes_at + 4 * DAY_MS).toISOString())).err).toContain(
      'announced',
    )
  })

  test('do not change in a dry run', async () => {
    const before = await campaignOf(server)
    expect((await set('--min-age', '20', '--dry-run')).out).toContain('Dry run')
    expect(await campaignOf(server)).toEqual(before)
  })
})

describe('one customer', () => {
  test('is found by id, phone and LINE id; the audit log contains only the id', async () => {
    for (const name of [who.customerId, '0800000001', who.user.userId]) {
      const shown = JSON.parse((await run('customer', 'show', name, '--json')).out)
      expect(shown).toMatchObject({ id: who.customerId, firstName: profileForm.firstName, tickets: 0 })
    }
    expect((await run('customer', 'show', '0899999999')).err).toContain('no such customer')
    const audit = JSON.stringify(await rowsOf(server, 'audit'))
    for (const word of ['0800000001', who.user.userId, profileForm.firstName])
      expect(audit).not.toContain(word)
  })

  test('is shown with the number of valid tickets, without void ones', async () => {
    const { body } = await sendReceipt(server, who, { amount: 300 })
    const tickets = async () =>
      JSON.parse((await run('customer', 'show', who.customerId, '--json')).out).tickets
    await run('receipts', 'approve', body.id)
    expect(await tickets()).toBe(3)
    await run('receipts', 'void', body.id)
    expect(await tickets()).toBe(0)
  })

  test('is erased permanently, but not by a dry run', async () => {
    await uploadPhoto(server, who)
    expect((await run('customer', 'erase', who.customerId, '--dry-run')).out).toContain('Dry run')
    expect((await server.call('getCustomer', { token: who.token })).body.firstName).toBe(
      profileForm.firstName,
    )
    expect((await run('customer', 'erase', '0800000001')).out).toMatch(/^Erased \S+ and 1 photos\.$/)
    expect((await server.call('getCustomer', { token: who.token })).status).toBe(401)
    expect((await run('customer', 'erase', who.customerId)).err).toContain('has already left')
  })

  test('who is a winner must decline the seat before being erased', async () => {
    await server.call('createReward', { token: who.token, body: {} })
    await update(server, 'reward', { draw_state: 'won', draw_rank: 1 })
    await setCampaign(server, { announced_at: server.clock.now() - 1 })
    expect((await run('customer', 'erase', who.customerId)).err).toContain('must decline it first')
  })
})
