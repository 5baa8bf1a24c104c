import { expect, test } from 'vitest'
import { type ErrorCode, statusOf } from '#contract/errors.ts'
import { messageOf } from '#contract/messages.ts'
import { backoff } from '#src/outbox/backoff.ts'
import { classify } from '#src/outbox/classify.ts'
import type { Failure } from '#src/ports.ts'

const refused = (status: number, code: ErrorCode = 'INTERNAL', message = ''): Failure => ({
  kind: 'refused',
  status,
  code,
  message,
  fields: [],
  requestId: 'r',
  retryAfter: null,
  current: null,
})
const byCode = (code: ErrorCode) => classify(refused(statusOf(code), code, messageOf(code)))

test('an unreachable server pauses the whole queue', () => {
  const lost: Failure[] = [{ kind: 'network' }, { kind: 'timeout' }, { kind: 'portal', status: 200 }]
  expect(lost.map(classify)).toEqual(['unreached', 'unreached', 'unreached'])
  expect([502, 503, 504].map(status => classify(refused(status)))).toEqual(Array(3).fill('unreached'))
})

test('a server error for one job leads to a later retry', () =>
  expect([408, 425, 429, 500, 507].map(status => classify(refused(status)))).toEqual(Array(5).fill('later')))

test('a permanent refusal needs the customer', () =>
  expect([400, 403, 404, 409, 410, 413, 415, 422].map(status => classify(refused(status)))).toEqual(
    Array(8).fill('needs-you'),
  ))

test('an expired session or another customer’s waits for a sign-in and does not count as a refusal', () =>
  expect(
    ['UNAUTHORIZED', 'SESSION_EXPIRED', 'OWNER_MISMATCH'].map(code => byCode(code as ErrorCode)),
  ).toEqual(Array(3).fill('sign-in')))

test('photos missing on the server are uploaded again', () => {
  expect(byCode('IMAGE_MISSING')).toBe('photos')
  expect(byCode('NOT_FOUND')).toBe('needs-you')
  expect(byCode('IMAGE_HASH')).toBe('later')
})

test('ignores numbers in messages', () =>
  expect(classify(refused(503, 'UNAVAILABLE', 'HTTP 503 (trace 84012 401)'))).toBe('unreached'))

test('the backoff grows, uses full jitter and is never shorter than Retry-After', () => {
  const visible = { visible: true, retryAfter: null }
  expect(backoff(4, 0.999, visible)).toBeGreaterThan(15_000)
  expect(backoff(4, 0.5, visible)).toBe(8000)
  expect(backoff(30, 0.999, visible)).toBeLessThanOrEqual(60_000)
  expect(backoff(30, 0.999, { ...visible, visible: false })).toBeGreaterThan(200_000)
  expect(backoff(1, 0, visible)).toBe(1000)
  expect(backoff(1, 0, { visible: true, retryAfter: 30 })).toBeGreaterThanOrEqual(30_000)
})
