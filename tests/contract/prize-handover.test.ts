import { describe, expect, test } from 'vitest'
import { definition as own } from '#campaign/definition.ts'
import { campaignRows } from '#server/data/definition.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import { definition } from '#tests/fixtures/campaign/definition.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { ticketHolders } from '#tests/kit/draw.ts'
import { eachTest, insert, rowOf, testServer, update } from '#tests/kit/server.ts'

const [prize] = definition.prizes
const event = {
  starts: '+60d 19:00',
  doors: '+60d 17:00',
  ends: '+60d 22:00',
  venueTh: 'ลานคอนเสิร์ต',
  venueEn: 'Arena',
  mapUrl: 'https://maps.example.com/arena',
  gateTh: 'โซน A',
  gateEn: 'Zone A',
}
const counter = {
  placeTh: 'บูธฟองฟู',
  placeEn: 'Fongfu booth',
  hoursTh: 'ทุกวัน 10–20 น.',
  hoursEn: 'Daily, 10–20',
}
const NOW = Date.parse('2026-12-24T12:00:00+07:00')
const rows = (change: object) => campaignRows({ ...definition, prizes: [{ ...prize, ...change }] }, NOW)

function refusal(change: object): string {
  try {
    rows(change)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the definition was accepted')
}

const long = 'ก'.repeat(201)
const { starts: _starts, ...withoutStart } = event
const { venueTh: _venueTh, ...withoutVenue } = event
const { gateEn: _gateEn, ...thaiGate } = event
const { gateTh: _gateTh, ...englishGate } = event
const { placeTh: _placeTh, ...withoutPlace } = counter
const { hoursEn: _hoursEn, ...withoutHours } = counter
const atCounter = (change: object) => ({ delivery: 'counter', counter: { ...counter, ...change } })

describe('a wrong event is refused with its field:', () => {
  test.each<[field: string, change: object]>([
    ['event', { event: 'concert' }],
    ['event', { event: null }],
    ['event.starts', { event: [event] }],
    ['event', { delivery: 'shipped', event }],
    ['event', { delivery: 'counter', event }],
    ['event.seat', { event: { ...event, seat: 'A12' } }],
    ['event.starts', { event: withoutStart }],
    ['event.starts', { event: { ...event, starts: '' } }],
    ['event.starts', { event: { ...event, starts: 'tomorrow' } }],
    ['event.starts', { event: { ...event, starts: '2027-03-01' } }],
    ['event.starts', { event: { ...event, starts: '2027-03-01T19:00:00' } }],
    ['event.starts', { event: { ...event, starts: '2027-02-31T19:00:00+07:00' } }],
    ['event.starts', { event: { ...event, starts: '+60d 25:00' } }],
    ['event.starts', { event: { ...event, starts: 1_772_366_400_000 } }],
    ['event.starts', { event: { ...event, starts: '+20d 19:00' } }],
    ['event.starts', { event: { ...event, starts: '2062-03-01T19:00:00+07:00' } }],
    ['event.doors', { event: { ...event, doors: '5 pm' } }],
    ['event.doors', { event: { ...event, doors: '+60d 19:01' } }],
    ['event.doors', { event: { ...event, doors: '+58d 17:00' } }],
    ['event.ends', { event: { ...event, ends: '+60d 19:00' } }],
    ['event.ends', { event: { ...event, ends: '+90d 22:00' } }],
    ['event.cancelled', { event: { ...event, cancelled: 'no' } }],
    ['event.venueTh', { event: withoutVenue }],
    ['event.venueTh', { event: { ...event, venueTh: ' ' } }],
    ['event.venueEn', { event: { ...event, venueEn: 'Arena\nBangkok' } }],
    ['event.venueEn', { event: { ...event, venueEn: long } }],
    ['event.mapUrl', { event: { ...event, mapUrl: 'maps.example.com' } }],
    ['event.mapUrl', { event: { ...event, mapUrl: 'http://maps.example.com' } }],
    ['event.mapUrl', { event: { ...event, mapUrl: 'javascript:alert(1)' } }],
    ['event.mapUrl', { event: { ...event, mapUrl: 'https://maps' } }],
    ['event.mapUrl', { event: { ...event, mapUrl: 'https://me:secret@maps.example.com' } }],
    ['event.mapUrl', { event: { ...event, mapUrl: `https://maps.example.com/${'a'.repeat(500)}` } }],
    ['event.gateEn', { event: thaiGate }],
    ['event.gateTh', { event: englishGate }],
    ['counter', { counter }],
    ['counter', { delivery: 'shipped', counter }],
    ['counter.placeTh', { delivery: 'counter', counter: withoutPlace }],
    ['counter.hoursEn', { delivery: 'counter', counter: withoutHours }],
    ['counter.hoursTh', atCounter({ hoursTh: long })],
    ['counter.mapUrl', atCounter({ mapUrl: 'ftp://maps.example.com' })],
  ])('%s %j', (field, change) => {
    const said = refusal(change)
    expect(said).toContain(`definition: prizes.0.${field}: `)
    expect(said).toMatch(/: \S+ \S+/)
  })

  test('the correct ones are accepted, also with only the necessary fields', () => {
    const { venueTh, venueEn } = event
    for (const right of [event, { starts: '+60d', venueTh, venueEn }])
      expect(rows({ event: right }).draw.handover).not.toBeNull()
    expect(rows(atCounter({})).draw.handover).not.toBeNull()
    expect(rows({}).draw.handover).toBeNull()
  })
})

describe('a winner gets', () => {
  const server = eachTest(testServer)
  const somchai = eachTest(() => server.signIn())

  async function win(draw_state: string, prizes: object) {
    const { draw } = campaignRows({ ...definition, ...prizes }, NOW)
    await somchai.call('createReward', { body: {} })
    await update(server, 'draw', { prizes: draw.prizes, handover: draw.handover })
    await update(server, 'reward', { draw_state, draw_rank: 1 })
    await setCampaign(server, { announced_at: server.clock.now() })
    return (await somchai.call('getReward')).body.luckyDraw
  }

  test.each(['won', 'confirmed', 'declined', 'expired'])('the event of the prize: %s', async state => {
    const { prize: won } = await win(state, { prizes: [{ ...prize, event }] })
    const { starts: _, doors: __, ends: ___, ...place } = event
    expect(won?.event).toEqual({
      ...place,
      startsAt: '2027-02-22T12:00:00.000Z',
      doorsAt: '2027-02-22T10:00:00.000Z',
      endsAt: '2027-02-22T15:00:00.000Z',
      cancelled: false,
    })
  })

  test('the place and hours of the counter', async () => {
    const { prize: won } = await win('confirmed', { prizes: [{ ...prize, ...atCounter({}) }] })
    expect([won?.counter, won?.event]).toEqual([counter, undefined])
  })

  test('no event in a campaign of an earlier release, or if the event belongs to another prize', async () => {
    const { prize: won } = await win('won', {})
    expect(won).toEqual({
      key: 'concert',
      titleTh: prize?.titleTh,
      titleEn: prize?.titleEn,
      delivery: 'seat',
    })
    await update(server, 'draw', { handover: JSON.stringify({ other: { counter } }) })
    expect((await somchai.call('getReward')).body.luckyDraw.prize).toEqual(won)
  })

  test('the number of the drawn ticket, only as a winner', async () => {
    await win('won', {})
    const [other = ''] = await ticketHolders(server, [1])
    const ticket = await server.db
      .selectFrom('ticket')
      .selectAll()
      .where('customer_id', '=', other)
      .executeTakeFirst()
    const { draw_id } = await server.db.selectFrom('campaign').select('draw_id').executeTakeFirstOrThrow()
    const number = async () => (await somchai.call('getReward')).body.luckyDraw.ticketNumber
    expect(await number()).toBeUndefined()
    await insert(server, 'draw_winner', {
      draw_id: draw_id ?? '',
      rank: 1,
      ticket_id: ticket?.id ?? '',
      customer_id: somchai.customerId,
      masked_name: 's',
      reserve: 0,
      seat: 1,
      promoted_at: null,
    })
    expect(await number()).toMatch(new RegExp(`^FF-${String(ticket?.no).padStart(6, '0')}-\\d$`))
    await update(server, 'reward', { draw_state: 'declined' })
    expect(await number()).toBeUndefined()
  })
})

describe('prizes update', () => {
  const server = eachTest(testServer)
  const times = { starts: '2027-06-01T19:00:00+07:00', doors: undefined, ends: undefined }
  const place = (change: object) =>
    organiser(server, [], { advertised: [{ ...prize, ...change } as AdvertisedPrize] })('prizes', 'update')
  const stored = async () => {
    const { handover } = await server.db.selectFrom('draw').select('handover').executeTakeFirstOrThrow()
    return handover === null ? null : JSON.parse(handover)
  }

  test('gives winners a new place after the announcement, records both in the audit log, and takes an event away', async () => {
    await update(server, 'draw', { state: 'run', handover: JSON.stringify({ concert: { counter } }) })
    const { prizes } = await server.db.selectFrom('draw').select('prizes').executeTakeFirstOrThrow()
    const { code, out } = await place({ event: { ...event, ...times, cancelled: true } })
    expect([code, out]).toEqual([0, 'concert: Arena, cancelled'])
    expect((await stored()).concert.event).toMatchObject({
      startsAt: '2027-06-01T12:00:00.000Z',
      venueTh: 'ลานคอนเสิร์ต',
      cancelled: true,
    })
    const { detail } = await rowOf(server, 'audit', { action: 'prizes update' })
    expect(detail).toContain('Fongfu booth')
    expect(detail).toContain('Arena')
    expect((await place({})).code).toBe(0)
    expect(await stored()).toBeNull()
    expect(await server.db.selectFrom('draw').select('prizes').executeTakeFirstOrThrow()).toEqual({ prizes })
  })

  test.each([
    ['event.starts', { event }],
    ['event.starts', { event: { ...event, ...times, starts: '2026-01-01T19:00:00+07:00' } }],
    ['event.venueTh', { event: { ...event, ...times, venueTh: '' } }],
    ['counter', { counter }],
  ])('refuses a wrong %s, and changes nothing', async (field, change) => {
    await update(server, 'draw', { handover: JSON.stringify({ concert: { event } }) })
    const { code, err } = await place(change)
    expect([code, err.includes(`prizes.0.${field}: `)]).toEqual([1, true])
    expect(await stored()).toEqual({ concert: { event } })
  })
})

test('the project’s own concert has an event', () => {
  const { handover } = campaignRows(own, Date.now()).draw
  expect(Object.keys(JSON.parse(handover ?? '{}'))).toContain('concert')
})
