// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { en } from '#src/i18n/en.ts'
import { formatsOf } from '#src/i18n/format.ts'
import type { TextKey } from '#src/i18n/keys.ts'
import { fill } from '#src/i18n/text.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { factsTexts } from '#src/i18n/th/facts.ts'
import { helpTexts } from '#src/i18n/th/help.ts'
import { landingTexts } from '#src/i18n/th/landing.ts'
import { messageTexts } from '#src/i18n/th/messages.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { reportTexts } from '#src/i18n/th/reports.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { ticketTexts } from '#src/i18n/th/tickets.ts'
import { updateTexts } from '#src/i18n/th/update.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { first } from '#src/i18n/th.ts'
import { later } from '#src/i18n/th-later.ts'
import NotFound from '#src/screens/not-found/not-found.tsx'
import { act } from '#tests/kit/act.ts'
import { plain, show } from '#tests/kit/render.tsx'

const th = {
  ...first,
  ...later,
  ...accountTexts,
  ...answerTexts,
  ...messageTexts,
  ...receiptTexts,
  ...writeTexts,
  ...rewardTexts,
  ...ticketTexts,
  ...reportTexts,
  ...resultTexts,
  ...updateTexts,
  ...factsTexts,
  ...landingTexts,
  ...helpTexts,
}
const keys = Object.keys(th) as TextKey[]
const namesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)(?::[^}]*)?\}/g)].map(match => match[1]))].sort()

test('has every text in English, none empty, with the same placeholders', () => {
  expect(Object.keys(en).sort()).toEqual([...keys].sort())
  for (const key of keys) {
    expect(en[key].trim(), key).not.toBe('')
    expect(namesIn(en[key]), key).toEqual(namesIn(th[key]))
  }
})

test('has Thai characters in every Thai text', () => {
  const withoutThai = keys.filter(key => !/\p{Script=Thai}/u.test(th[key]))
  expect(withoutThai).toEqual([])
})

test('does not let a line of Thai break inside a word', () => {
  // A zero-width space (`\u200b`) separates words that the browser's dictionary splits in the wrong place.
  const halves = new Set(['แล้วก', 'แช', 'ทนี้', 'หัส', 'รอก'])
  const words = new Intl.Segmenter('th', { granularity: 'word' })
  const cut = keys.filter(key => [...words.segment(th[key])].some(({ segment }) => halves.has(segment)))
  expect(cut).toEqual([])
})

test('promises no message in LINE, except next to the switches, which only a campaign with messages shows', () => {
  const promising = /ทาง LINE|เพื่อรับผล|เพื่อรับประกาศ|\b(on|by|via) LINE|get .*(results|announcements)/i
  const found = keys.filter(key => !key.startsWith('messages.') && promising.test(`${th[key]} ${en[key]}`))
  expect(found).toEqual([])
})

test('promises nothing that only happens while the app is open', () => {
  // Nothing is sent while the app is closed, so no text may promise automatic sending or allow closing the page.
  const promises =
    /ให้เอง|ส่งเอง|ปิดหน้านี้ได้|ปิดแอปได้|เมื่อมีสัญญาณ|sent automatically|by itself|can close|back online/i
  const found = keys.filter(key => promises.test(th[key]) || promises.test(en[key]))
  expect(found).toEqual([])
})

test('fills in placeholders by name, and leaves one without a value visible', () => {
  expect(fill('เหลือ {count} ครั้ง', { count: 2 })).toBe('เหลือ 2 ครั้ง')
  expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}')
})

test.each([
  [0, '0 entries', '0 days, 1 hour and 2 minutes left'],
  [1, '1 entry', '1 day, 1 hour and 2 minutes left'],
  [2, '2 entries', '2 days, 1 hour and 2 minutes left'],
])('uses the right English plural for %i', (count, entries, left) => {
  expect(fill(en['unit.entries'], { count }, 'en')).toBe(entries)
  expect(fill(en['time.left'], { days: count, hours: 1, minutes: 2 }, 'en')).toBe(left)
})

test('uses the plural of the whole number if it has commas', () =>
  expect(fill(en['unit.entries'], { count: formatsOf('en').number(1001) }, 'en')).toBe('1,001 entries'))

test('has one form of each word in Thai', () => {
  for (const count of [0, 1, 2]) expect(fill(th['time.days'], { count }, 'th')).toBe('วัน')
})

test('writes no English plural after a number that may be 1', () => {
  // These numbers are limits or totals, which are never 1.
  const never = [
    'answer.counter',
    'photo.tooMany',
    'prize.count',
    'receipt.storesMore',
    'rule.underAge',
    'start.retrySoon',
  ]
  const found = keys.filter(key => /\{(?!field)\w+\} (more )?[a-z]+s\b/.test(en[key]))
  expect(found.filter(key => !never.includes(key))).toEqual([])
})

const moment = '2026-11-20T06:05:00Z'

test('formats Thai dates with Buddhist years in Bangkok time', () => {
  const f = formatsOf('th')
  expect(plain(f.date(moment))).toBe('20 พฤศจิกายน 2569')
  expect(plain(f.dateTime(moment))).toBe('20 พ.ย. 2569 13:05 น.')
  expect(plain(f.shortDate('2026-12-31T17:30:00Z'))).toBe('1 ม.ค. 2570')
})

test('formats English dates with Gregorian years', () =>
  expect(plain(formatsOf('en').dateTime(moment))).toBe('20 Nov 2026 13:05'))

test('formats dates and numbers like Intl, which is too slow to use', () => {
  const platform = { th: 'th-TH-u-ca-buddhist-nu-latn', en: 'en-GB' }
  const moments = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) })
  const numbers = fc.oneof(
    fc.integer(),
    fc.integer({ min: -10_000_000, max: 10_000_000 }).map(n => n / 100),
  )
  for (const lang of ['th', 'en'] as const) {
    const f = formatsOf(lang)
    const zoned = { timeZone: 'Asia/Bangkok', day: 'numeric', year: 'numeric' } as const
    const text = (month: 'long' | 'short') => new Intl.DateTimeFormat(platform[lang], { ...zoned, month })
    const [long, short] = [text('long'), text('short')]
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Bangkok',
      hour: '2-digit',
      minute: '2-digit',
    })
    const number = new Intl.NumberFormat(platform[lang])
    // Formats a date without the era, which some engines add although a date usually has none.
    const withoutEra = (format: Intl.DateTimeFormat, at: number) =>
      plain(
        format
          .formatToParts(at)
          .map(({ type, value }) => (type === 'era' ? '' : value))
          .join(''),
      ).trim()
    fc.assert(
      fc.property(moments, numbers, (at, value) => {
        expect(plain(f.date(at))).toBe(withoutEra(long, at))
        expect(plain(f.shortDate(new Date(at).toISOString()))).toBe(withoutEra(short, at))
        expect(plain(f.time(at))).toBe(`${clock.format(at)}${lang === 'th' ? ' น.' : ''}`)
        expect(f.number(value)).toBe(number.format(value))
      }),
    )
  }
})

test('formats amounts in baht, with decimals only if they are not zero', () => {
  expect(formatsOf('th').money(1250)).toBe('฿1,250')
  expect(formatsOf('th').money(512.5)).toBe('฿512.50')
  expect(formatsOf('en').money(1250)).toBe('฿1,250')
})

test('changes the language of the screen immediately', async () => {
  const screen = await show(<NotFound />)
  expect(screen.text()).toContain('ไม่พบหน้านี้')
  await act(async () => {
    screen.app.settings.setLang('en')
    await vi.dynamicImportSettled()
  })
  expect(screen.text()).toContain('Page not found')
  expect(document.documentElement.lang).toBe('en')
})

test('uses English if LINE is in English, and Thai otherwise', async () => {
  expect((await show(<p />, { language: 'en-US' })).app.settings.lang.value).toBe('en')
  expect((await show(<p />, { language: 'ja-JP' })).app.settings.lang.value).toBe('th')
})
