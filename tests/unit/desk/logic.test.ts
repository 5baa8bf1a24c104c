// @vitest-environment happy-dom

import { describe, expect, test } from 'vitest'
import { decodeText } from '#contract/decode-text.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { bangkokSecond } from '#contract/rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { addressOf, CallError } from '#desk/api/call.ts'
import { createClient } from '#desk/api/client.ts'
import { approvalsInterval } from '#desk/pages/approvals/approvals.tsx'
import { messageKindText } from '#desk/pages/customers/message-kinds.ts'
import { reasonText } from '#desk/pages/customers/timeline.tsx'
import { stepsOf } from '#desk/pages/draw/steps.ts'
import { ageOf } from '#desk/pages/review/counters.tsx'
import { plainView, turned, withNextPhoto, zoomed } from '#desk/pages/review/photo-viewer.tsx'
import { allTexts } from '#desk/pages/set-up/app-texts.ts'
import { isFrom } from '#desk/preview/protocol.ts'
import type { Texts } from '#desk/texts/use-texts.tsx'
import { inputOf, momentIn } from '#desk/ui/inputs.ts'
import { readText } from '#desk/ui/read-text.ts'

describe('the address of a call', () => {
  test('has its parameters escaped and only the queries that are given', () => {
    expect(addressOf('customer', { params: { id: 'a/b?c' } })).toBe('/desk-api/customers/a%2Fb%3Fc')
    const query = { reason: 'same-photo', after: undefined }
    expect(addressOf('reviewQueue', { query } as never)).toMatch(/\?reason=same-photo$/)
    expect(addressOf('reviewQueue')).not.toContain('?')
  })
})

test('only a lost connection is tried again, twice', () => {
  const retry = createClient().getDefaultOptions().queries?.retry
  if (typeof retry !== 'function') throw new Error('no rule')
  expect([0, 1, 2].map(count => retry(count, new CallError('OFFLINE')))).toEqual([true, true, false])
  for (const code of ['UNAVAILABLE', 'FORBIDDEN', 'RATE_LIMITED', 'SIGNED_OUT'] as const)
    expect(retry(0, new CallError(code))).toBe(false)
  expect(retry(0, new TypeError('a bug'))).toBe(false)
})

describe('a moment in a form', () => {
  const noon = Date.parse('2026-11-05T05:00:00Z')
  test('is in Bangkok, with or without seconds', () => {
    expect(['2026-11-05T12:00', '2026-11-05T12:00:00', '2026-11-05T12:00:01'].map(momentIn)).toEqual([
      noon,
      noon,
      noon + 1000,
    ])
  })
  test('is null until it is complete', () => {
    expect(['2569-11-05T12:00', '2567-02-29T12:00'].map(momentIn)).toEqual([
      Date.parse('2026-11-05T12:00:00+07:00'),
      Date.parse('2024-02-29T12:00:00+07:00'),
    ])
    expect(['', '2026-11-05', '2026-11-05T', '2026-13-05T12:00', 'soon'].map(momentIn)).toEqual(
      Array(5).fill(null),
    )
  })
  test('is shown as it was entered', () => {
    expect([inputOf(noon), inputOf(null)]).toEqual([bangkokSecond(noon), ''])
    expect(momentIn(inputOf(noon + 1000))).toBe(noon + 1000)
  })
})

describe('the view of a photo', () => {
  test('zooms between the whole photo and six times its size', () => {
    let view = plainView
    for (let press = 0; press < 20; press++) view = zoomed(view, 1.5)
    expect(view.zoom).toBe(6)
    for (let press = 0; press < 20; press++) view = zoomed(view, 1 / 1.5)
    expect(view).toEqual(plainView)
  })
  test('turns by quarters, and the next photo starts plain', () => {
    const views = [plainView]
    for (let press = 0; press < 4; press++) views.push(turned(views.at(-1) ?? plainView))
    expect(views.map(({ turn }) => turn)).toEqual([0, 90, 180, 270, 0])
    const large = { index: 0, zoom: 4, turn: 90 }
    expect(withNextPhoto(large, 2)).toEqual({ ...plainView, index: 1 })
    expect(withNextPhoto({ ...large, index: 1 }, 2)).toEqual(plainView)
    expect(withNextPhoto(large, 0)).toBe(large)
  })
})

test('an age is in minutes below an hour, in hours below two days, then in days', () => {
  const texts = {
    t: (key: string, { count }: { count: string }) => `${count} ${key.slice('review.'.length)}`,
    number: String,
  } as unknown as Texts
  const ages = [-5, 0, 59 * MINUTE_MS, HOUR_MS, 2 * DAY_MS - 1, 2 * DAY_MS, 10 * DAY_MS + 23 * HOUR_MS]
  expect(ages.map(ms => ageOf(ms, texts))).toEqual([
    '0 minutes',
    '0 minutes',
    '59 minutes',
    '1 hours',
    '47 hours',
    '2 days',
    '10 days',
  ])
})

test('the requests are read twice a second only while the server carries one out', () => {
  const of = (progress: unknown[]) =>
    approvalsInterval({ state: { data: { approvals: progress.map(one => ({ progress: one })) } } } as never)
  expect([of([]), of([null, null]), of([null, { done: 1, total: 2 }])]).toEqual([15_000, 15_000, 500])
  expect(approvalsInterval({ state: { data: undefined } })).toBe(15_000)
})

describe('the steps of a draw', () => {
  const steps = (draw: Partial<DeskAnswer<'draw'>>, byHand = false) =>
    stepsOf(
      { state: 'open', announcedAt: null, commitment: null, ...draw } as DeskAnswer<'draw'>,
      byHand,
    ).map(({ name, action, state }) => `${name} ${action} ${state}`)
  test('come one after the other; reserves can be promoted again and again', () => {
    expect(steps({})).toEqual([
      'commit draw-commit next',
      'seal draw-seal later',
      'run draw-run later',
      'announce announce later',
      'reserves promote-reserves later',
    ])
    const next = (draw: Partial<DeskAnswer<'draw'>>, byHand?: boolean) =>
      steps(draw, byHand).find(step => step.endsWith('next'))
    expect(next({ state: 'committed' })).toBe('seal draw-seal next')
    expect(next({ state: 'sealed' })).toBe('run draw-run next')
    expect(next({ state: 'sealed' }, true)).toBe('run draw-import next')
    expect(next({ state: 'run' })).toBe('announce announce next')
    expect(next({ state: 'run', announcedAt: 1 })).toBe('reserves promote-reserves next')
  })
  test('need no promise by hand, unless one was published', () => {
    expect(steps({}, true)[0]).toBe('seal draw-seal next')
    expect(steps({ state: 'committed', commitment: 'c' }, true)[0]).toBe('commit draw-commit done')
  })
})

test('a file is read as UTF-8 up to its limit', async () => {
  const file = (bytes: Uint8Array) => ({
    size: bytes.length,
    arrayBuffer: async () => bytes.buffer as ArrayBuffer,
  })
  const read = (bytes: Uint8Array, max = 9) => readText(file(bytes) as File, max)
  expect(await read(new TextEncoder().encode('ร้าน'), 12)).toEqual({ text: 'ร้าน' })
  expect(await read(new TextEncoder().encode('ร้าน'), 11)).toEqual({ problem: 'too-large' })
  expect(await read(Uint8Array.from([0xa1, 0xa2]))).toEqual({ problem: 'not-utf8' })
})

test.each([
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0xe0, 0xb8, 0x81], 'ก'],
  ['UTF-16, little end first', [0xff, 0xfe, 0x01, 0x0e, 0x3b, 0x00], 'ก;'],
  ['UTF-16, big end first', [0xfe, 0xff, 0x0e, 0x01, 0x00, 0x3b], 'ก;'],
  ['Windows-874', [0xc3, 0xcb, 0xd1, 0xca, 0x3b], 'รหัส;'],
  ['half a character of UTF-16', [0xff, 0xfe, 0x01], null],
  ['a picture', [0xff, 0xd8, 0xff, 0xe0], null],
  ['a ZIP file such as XLSX', [0x50, 0x4b, 0x03, 0x04, 0x81, 0xfc], null],
])('a file of a spreadsheet program in %s is read or refused', (_, bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(text)
})

test('every text of the app is listed once in both languages, without marks that nobody sees', () => {
  const texts = allTexts()
  const keys = texts.map(({ key }) => key)
  expect([keys, new Set(keys).size]).toEqual([keys.toSorted(), keys.length])
  expect(texts.filter(({ th, en }) => /\u200b/.test(th) || th === '' || !en)).toEqual([])
})

test('codes of a newer server are shown, not hidden', () => {
  expect([messageKindText('a-new-kind'), reasonText('A_NEW_REASON', 'en'), reasonText(null, 'th')]).toEqual([
    'customers.message',
    'A_NEW_REASON',
    null,
  ])
})

test('the preview listens only to its own window of its own origin', () => {
  const frame = {} as Window
  const event = (origin: string, source: unknown) => ({ origin, source }) as MessageEvent
  expect(isFrom(event(location.origin, frame), frame)).toBe(true)
  expect(isFrom(event('https://elsewhere.example', frame), frame)).toBe(false)
  expect(isFrom(event(location.origin, {}), frame)).toBe(false)
  expect(isFrom(event(location.origin, null), null)).toBe(false)
})
