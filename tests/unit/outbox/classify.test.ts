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

test('a server that cannot be reached holds the whole queue', () => {
  const lost: Failure[] = [{ kind: 'network' }, { kind: 'timeout' }, { kind: 'portal', status: 200 }]
  expect(lost.map(classify)).toEqual(['unreached', 'unreached', 'unreached'])
  expect([502, 503, 504].map(status => classify(refused(status)))).toEqual(Array(3).fill('unreached'))
})

test('a server in trouble with one job gets it again later', () => {
  expect([408, 425, 429, 500, 507].map(status => classify(refused(status)))).toEqual(Array(5).fill('later'))
})

test('what is refused for good goes to the customer', () => {
  expect([400, 403, 404, 409, 410, 413, 415, 422].map(status => classify(refused(status)))).toEqual(
    Array(8).fill('needs-you'),
  )
})

test('a session that is over or another customer’s waits for a sign-in and is no refusal', () => {
  expect(
    ['UNAUTHORIZED', 'SESSION_EXPIRED', 'OWNER_MISMATCH'].map(code => byCode(code as ErrorCode)),
  ).toEqual(Array(3).fill('sign-in'))
})

test('photos that the server has lost are sent again', () => {
  expect(byCode('IMAGE_MISSING')).toBe('photos')
  expect(byCode('NOT_FOUND')).toBe('needs-you')
})

test('numbers inside texts mean nothing', () => {
  expect(classify(refused(503, 'UNAVAILABLE', 'HTTP 503 (trace 84012 401)'))).toBe('unreached')
})

test('waiting grows, is spread over the whole range, and never undercuts the server’s own word', () => {
  const visible = { visible: true, retryAfter: null }
  expect(backoff(4, 0.999, visible)).toBeGreaterThan(15_000)
  expect(backoff(4, 0.5, visible)).toBe(8000)
  expect(backoff(30, 0.999, visible)).toBeLessThanOrEqual(60_000)
  expect(backoff(30, 0.999, { ...visible, visible: false })).toBeGreaterThan(200_000)
  expect(backoff(1, 0, visible)).toBe(1000)
  expect(backoff(1, 0, { visible: true, retryAfter: 30 })).toBeGreaterThanOrEqual(30_000)
})
