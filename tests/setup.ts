import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { endTest } from '#tests/kit/test-end.ts'

/** Files share a process, and those with a page its page: each finds them as the first one did. */
beforeAll(() => {
  globalThis.indexedDB = new IDBFactory()
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store.
    document.cookie = `${cookie.split('=')[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
  history.replaceState(null, '', '/')
  document.documentElement.removeAttribute('class')
  document.body.replaceChildren()
})

/** Noise on the console is a defect: a test that expects it says so by mocking the method itself. */
const noisy = ['error', 'warn'] as const
const spies = new Map<string, ReturnType<typeof vi.spyOn>>()

beforeEach(() => {
  for (const method of noisy)
    spies.set(
      method,
      vi.spyOn(console, method).mockImplementation(() => undefined),
    )
})

afterEach(async () => {
  vi.useRealTimers()
  await endTest()
  const calls = noisy.flatMap(
    method => spies.get(method)?.mock.calls.map((args: unknown[]) => [method, ...args]) ?? [],
  )
  vi.restoreAllMocks()
  expect(calls, 'the console stays silent').toEqual([])
})
