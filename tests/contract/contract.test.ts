import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { calls, errorsOf } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { errorCodes, statusOf } from '#contract/errors.ts'
import * as limits from '#contract/limits.ts'
import { messageOf } from '#contract/messages.ts'
import { pathOf } from '#contract/request.ts'
import {
  ageOn,
  ageVerdict,
  bangkokDay,
  normalisePhone,
  normaliseReceiptNo,
  rightsOf,
} from '#contract/rules.ts'
import { customerFields } from '#contract/schema/customer.ts'
import { SPEC_CALLS } from '#tests/kit/spec-server.ts'

const all: [string, CallDefinition][] = Object.entries(calls)
const signatures = all.map(([, route]) => `${route.method} ${route.path}`)

test('every call of the specification exists with its method and path', () => {
  // The specification allows any suffix for this call (S7).
  const named = SPEC_CALLS.map(call => call.replace('/customer/*', '/customer'))
  expect(signatures).toEqual(expect.arrayContaining(named))
})

test('the calls that the app needs beyond the specification exist', () =>
  expect(signatures).toEqual(
    expect.arrayContaining([
      'POST /api/log/batch',
      'GET /api/reward/qr',
      'GET /api/answer/question',
      'PUT /api/receipt/image/:sha256',
      'GET /api/receipt/image/:sha256',
      'POST /api/receipt',
      'PUT /api/receipt/:id',
      'GET /api/receipt/:id',
      'DELETE /api/receipt/:id',
      'GET /api/receipt/customerHistory',
      'GET /api/master/all',
      'GET /api/draw/:id',
      'GET /healthz',
      'GET /readyz',
    ]),
  ))

test('no two calls share a method and a path', () => expect(new Set(signatures).size).toBe(signatures.length))

test('login and register take forms, uploads take bytes, and all other bodies are JSON', () => {
  const kinds = Object.fromEntries(
    all.filter(([, route]) => route.bodyKind !== 'none').map(([name, route]) => [name, route.bodyKind]),
  )
  const odd = Object.entries(kinds).filter(([, kind]) => kind !== 'json')
  expect(Object.fromEntries(odd)).toEqual({
    login: 'form',
    readReceipt: 'bytes',
    register: 'form',
    uploadImage: 'bytes',
  })
})

test('only the listed calls work without a bearer token', () => {
  const open = all.filter(([, route]) => route.auth !== 'bearer').map(([name]) => name)
  expect(open.toSorted()).toEqual(
    [
      'activity',
      'districts',
      'draw',
      'getExport',
      'healthz',
      'login',
      'masterAll',
      'openApi',
      'prizeCalendar',
      'provinces',
      'readyz',
      'register',
      'stores',
      'subdistricts',
      'visit',
    ].toSorted(),
  )
})

test('every write that waits in the outbox has an idempotency key or event ids', () => {
  const unkeyed = all
    .filter(([, route]) => route.lane !== null && !route.idempotent)
    .map(([, route]) => route.lane)
  expect(new Set(unkeyed)).toEqual(new Set(['log']))
})

test('no answer to a call with a bearer token may be cached publicly', () => {
  const wrong = all.filter(([, route]) => route.auth === 'bearer' && route.cache === 'public')
  expect(wrong).toEqual([])
})

test('every error has an expected status and a Thai message', () => {
  for (const code of errorCodes) {
    expect([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503]).toContain(statusOf(code))
    expect(messageOf(code)).toMatch(/[\u0e00-\u0e7f]/)
  }
})

test('the errors of a call are its own and the common ones, without duplicates', () => {
  const codes = errorsOf(calls.createReceipt)
  expect(codes).toContain('RECEIPT_DUPLICATE')
  expect(codes).toContain('IDEMPOTENCY_KEY_REUSED')
  expect(codes).toContain('SESSION_EXPIRED')
  expect(errorsOf(calls.activity)).not.toContain('UNAUTHORIZED')
  expect(new Set(codes).size).toBe(codes.length)
})

test('the constants have the values of the specification', () =>
  expect(limits).toMatchObject({
    APP_VERSION: '1.0.5',
    TOAST_LIFETIME_MS: 3000,
    TOAST_BLUR_PX: { light: 1.5, dark: 10 },
    COOKIE_POLL_MS: 300,
    TOKEN_COOKIE: 'accessToken',
    LAYOUT_WIDTH_PX: 768,
    DIALOG_WIDTH_PX: 728,
    INPUT_RADIUS_PX: 4,
    RIPPLE_MS: 400,
    TOOLTIP_MAX_WIDTH_REM: 12.5,
    TOGGLE_REM: { width: 2.5, height: 1.5 },
    HTTP_TIMEOUT_DEFAULT_MS: 0,
    UPLOAD_CHUNK_BYTES: 65_536,
  }))

test('the style sheet has the sizes and base colours of the specification', () => {
  const sheet = ['src/styles/tokens.css', 'campaign/colours.css']
    .map(path => readFileSync(path, 'utf8'))
    .join()
  const values = (name: string) =>
    [...sheet.matchAll(RegExp(`--${name}: (.+);`, 'g'))].map(([, value]) => value)
  const { TOAST_BLUR_PX, TOGGLE_REM } = limits
  expect({
    column: values('column'),
    dialog: values('dialog'),
    'input-radius': values('input-radius'),
    tooltip: values('tooltip'),
    ripple: values('ripple'),
    'toast-blur': values('toast-blur'),
    toggle: [...values('toggle-width'), ...values('toggle-height')],
    base: [...values('base'), ...values('page')],
  }).toEqual({
    column: [`${limits.LAYOUT_WIDTH_PX}px`],
    dialog: [`${limits.DIALOG_WIDTH_PX}px`],
    'input-radius': [`${limits.INPUT_RADIUS_PX}px`],
    tooltip: [`${limits.TOOLTIP_MAX_WIDTH_REM}rem`],
    ripple: [`${limits.RIPPLE_MS}ms`],
    'toast-blur': [`${TOAST_BLUR_PX.light}px`, `${TOAST_BLUR_PX.dark}px`],
    toggle: [`${TOGGLE_REM.width}rem`, `${TOGGLE_REM.height}rem`],
    base: ['#fff', '#000', '#fff', '#000'],
  })
})

test('path parameters are percent-encoded', () =>
  expect(pathOf(calls.getReceipt, { id: 'a/b' })).toBe('/api/receipt/a%2Fb'))

test('an age is counted in whole years and changes on the birthday', () => {
  expect(ageOn('2006-11-20', '2026-11-20')).toBe(20)
  expect(ageOn('2006-11-21', '2026-11-20')).toBe(19)
  expect(ageVerdict(9, 0)).toBe('refused')
  expect(ageVerdict(19, 10)).toBe('minor')
  expect(ageVerdict(19, 20)).toBe('refused')
  expect(ageVerdict(20, 20)).toBe('adult')
})

test('a day starts and ends at midnight in Bangkok', () => {
  expect(bangkokDay(Date.parse('2026-11-20T16:59:59Z'))).toBe('2026-11-20')
  expect(bangkokDay(Date.parse('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
})

test('receipt numbers and phone numbers are normalised before they are compared', () => {
  expect(normaliseReceiptNo('inv-001/26 ')).toBe('INV00126')
  for (const typed of [
    'R#0001270',
    'R:0001:270',
    'ｒ＃０００１２７０',
    'r ๐๐๐๑ ๒๗๐',
    'R–0001—270',
    'R−0001­270',
    'R‐0001－270',
    'R0001ー270',
    'R0001─270',
    'R\ufe0f\u20e30001\u2060270',
  ])
    expect([typed, normaliseReceiptNo(typed)]).toEqual([typed, 'R0001270'])
  expect(normaliseReceiptNo('กข-๑๒')).toBe('กข12')
  for (const typed of ['0812345678', '081-234-5678', '+66 81 234 5678', '66812345678', '๐๘๑๒๓๔๕๖๗๘'])
    expect(normalisePhone(typed)).toBe('0812345678')
  // 66 is the country code only if nine digits follow it.
  expect(normalisePhone('661234567')).toBe('661234567')
})

test('a receipt gives one entry per full step once it reaches the minimum amount', () => {
  const rule = { bahtPerRight: 100, minAmount: 50 }
  expect([49.99, 50, 99.99, 100, 299.99, 300].map(amount => rightsOf(amount, rule))).toEqual([
    0, 0, 0, 1, 2, 3,
  ])
})

const accepts = (field: 'phone' | 'email', value: string) => v.safeParse(customerFields[field], value).success

test('a phone number is a Thai mobile number of ten digits', () => {
  const right = ['0612345678', '0812345678', '0912345678']
  const wrong = [
    '0212345678',
    '0712345678',
    '081234567',
    '08123456789',
    '8812345678',
    '+66812345678',
    '081-234-5678',
    ' 0812345678',
    'a0812345678',
    '0812345678a',
    '๐๘๑๒๓๔๕๖๗๘',
    '',
  ]
  expect(right.filter(phone => !accepts('phone', phone))).toEqual([])
  expect(wrong.filter(phone => accepts('phone', phone))).toEqual([])
})

test('an e-mail address is optional, and has one @ and a domain with a dot', () => {
  const right = ['', 'somchai@example.co.th', 'first.last+tag@sub.example.com', `${'a'.repeat(113)}@a.th`]
  const wrong = [
    'somchai',
    'somchai@example',
    'somchai@example.c',
    '@example.com',
    'somchai@.com',
    'somchai@@example.com',
    'som chai@example.com',
    'somchai@exam ple.com',
    '<somchai@example.com>',
    '"somchai"@example.com',
    `${'a'.repeat(116)}@a.th`,
  ]
  expect(right.filter(email => !accepts('email', email))).toEqual([])
  expect(wrong.filter(email => accepts('email', email))).toEqual([])
})
