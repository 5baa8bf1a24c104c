import { expect, test, vi } from 'vitest'

test('a test can freeze the clock', () => {
  vi.useFakeTimers()
  expect(vi.isFakeTimers()).toBe(true)
})

test('the next test gets the real clock again', async () => {
  expect(vi.isFakeTimers()).toBe(false)
  await new Promise(done => setTimeout(done, 1))
})
