import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readBody } from '#server/http/body.ts'

const DEADLINE_MS = 15_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function stalled(headers: Record<string, string>): Request {
  const body = new ReadableStream({
    start: controller => controller.enqueue(new TextEncoder().encode('{"first')),
  })
  return new Request('http://campaign.test/', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
}

test.each([
  ['small with a known length', { 'Content-Length': '30' }],
  ['large', { 'Content-Length': '100000' }],
  ['without a known length', {}],
])('answers UNAVAILABLE if a body that is %s is not complete before the deadline', async (_, headers) => {
  const reading = readBody(stalled(headers), 1_000_000, DEADLINE_MS).catch(error => error)
  let settled = false
  void reading.then(() => {
    settled = true
  })
  await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1)
  expect(settled).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await reading).toMatchObject({ code: 'UNAVAILABLE' })
})

test('clears its timer once the body is complete', async () => {
  const request = new Request('http://campaign.test/', {
    method: 'POST',
    headers: { 'Content-Length': '2' },
    body: '{}',
  })
  expect(await readBody(request, 100, DEADLINE_MS)).toEqual(new TextEncoder().encode('{}'))
  expect(vi.getTimerCount()).toBe(0)
})
