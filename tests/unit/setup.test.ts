import { expect, test, vi } from 'vitest'

test('a test that holds the time', () => {
  vi.useFakeTimers()
  expect(vi.isFakeTimers()).toBe(true)
})

test('and leaves it going for the next one', async () => {
  expect(vi.isFakeTimers()).toBe(false)
  await new Promise(done => setTimeout(done, 1))
})
