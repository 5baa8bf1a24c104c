import { expect, test } from 'vitest'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const event = {
  startsAt: '2027-02-22T12:00:00.000Z',
  doorsAt: '2027-02-22T10:00:00.000Z',
  endsAt: '2027-02-22T15:00:00.000Z',
  venueTh: 'ลานคอนเสิร์ตฟองฟู กรุงเทพมหานคร อาคารที่มีชื่อยาวมาก',
  venueEn: 'Arena; Bangkok, hall \\ 2',
  mapUrl: 'https://maps.example.com/arena',
  gateTh: 'โซน A',
  gateEn: 'Zone A',
}
const hold = (handover: object | null) =>
  update(server, 'draw', { handover: handover && JSON.stringify(handover) })
const calendar = (query: { lang?: string } = {}, key = 'concert') =>
  server.call('prizeCalendar', { params: { key }, query })

/** Joins folded lines, as a calendar app does. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('is a file that a phone offers to add to its calendar, without a session', async () => {
  await hold({ concert: { event } })
  const { status, headers, text } = await calendar({ lang: 'en' })
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'inline; filename="event.ics"',
  ])
  const { id } = await server.db.selectFrom('draw').select('id').executeTakeFirstOrThrow()
  expect(linesOf(text)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//LINE campaign//Prize//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}-concert`,
    expect.stringMatching(/^DTSTAMP:\d{8}T\d{6}Z$/),
    'DTSTART:20270222T120000Z',
    'DTEND:20270222T150000Z',
    'SUMMARY:Two concert tickets',
    'LOCATION:Arena\\; Bangkok\\, hall \\\\ 2',
    'DESCRIPTION:Doors open: 17:00\\nZone or gate: Zone A\\nhttps://maps.example.com/arena',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('is in Thai by default, and no line is longer than 75 bytes or splits a character', async () => {
  await hold({ concert: { event } })
  const { text } = await calendar()
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text).not.toContain('\ufffd')
  const lines = linesOf(text)
  expect(lines).toContain(`LOCATION:${event.venueTh}`)
  expect(lines).toContain('SUMMARY:บัตรคอนเสิร์ต 2 ที่นั่ง')
})

test('has no end, doors or gate that is unknown, and says that a concert was cancelled', async () => {
  const { startsAt, venueTh, venueEn } = event
  await hold({ concert: { event: { startsAt, venueTh, venueEn, cancelled: true } } })
  const { text } = await calendar()
  expect(text).not.toMatch(/DTEND|DESCRIPTION|undefined/)
  expect(text).toContain('STATUS:CANCELLED')
})

test('opens from LINE on an iPhone, whose SDK adds a parameter to the address', async () => {
  await hold({ concert: { event } })
  const query = { lang: 'en', is_liff_external_open_window: 'true' }
  const { status, text } = await calendar(query)
  expect([status, linesOf(text).includes('SUMMARY:Two concert tickets')]).toEqual([200, true])
})

test('does not exist for a prize without a concert or an unknown prize', async () => {
  const counter = { placeTh: 'บูธ', placeEn: 'Booth', hoursTh: 'ทุกวัน', hoursEn: 'Daily' }
  for (const handover of [null, {}, { concert: { counter } }, { other: { event } }]) {
    await hold(handover)
    for (const key of ['concert', 'other', 'constructor'])
      expect([handover, key, (await calendar({}, key)).status]).toEqual([handover, key, 404])
  }
  expect((await calendar({ lang: 'de' })).status).toBe(400)
})
