import { expect, test, vi } from 'vitest'

test('a test can freeze the clock', () => {
  vi.useFakeTimers()
  expect(vi.isFakeTimers()).toBe(true)
})

test('the next test gets the real clock again', async () => {
  expect(vi.isFakeTimers()).toBe(false)
  await new Promise(done => setTimeout(done, 1))
})

const pageFetch = globalThis.fetch

test('a test can stub a global, and spy on the stub', async () => {
  vi.stubGlobal('fetch', async () => new Response('stub'))
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('spy'))
  expect(await (await fetch('/')).text()).toBe('spy')
})

test('the next test gets the page’s own global again', () => expect(globalThis.fetch).toBe(pageFetch))
