import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, aroundEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { notePageListeners } from '#tests/kit/page-listeners.ts'
import { endTest, inOwnContext, isLeftover } from '#tests/kit/test-end.ts'

/** Test files share one process and page. Each file starts with empty storage, an empty page and the address `/`. */
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

/**
 * A test that writes to the console fails. A test that expects an error or a warning mocks the method itself, and
 * clears the calls it has checked.
 */
const noisy = ['error', 'warn'] as const
const spies = new Map<string, MockInstance<(...args: unknown[]) => void>>()
const leftovers = new WeakSet<unknown[]>()
let pageListeners: ReturnType<typeof notePageListeners> | null = null

aroundEach(inOwnContext)

beforeEach(() => {
  pageListeners = notePageListeners()
  for (const method of noisy) {
    const spy = vi.spyOn(console, method).mockImplementation(() => {
      const call = spy.mock.calls.at(-1)
      if (call && isLeftover()) leftovers.add(call)
    })
    spies.set(method, spy)
  }
})

afterEach(async ({ task }) => {
  vi.useRealTimers()
  let calls: unknown[][] = []
  let failed = true
  try {
    await endTest()
    failed = task.result?.state === 'fail'
  } finally {
    // A test that fails midway does not remove its own listeners.
    pageListeners?.stop({ remove: failed })
    calls = noisy.flatMap(method => callsOf(method).map(args => [method, ...args]))
    // Vitest keeps a spy that is not restored, with its recorded calls, for the next test. Restores spies first,
    // because restoring a spy on a stubbed global puts the stub back.
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
  expect(calls, 'the console stays silent').toEqual([])
})

/** Returns the arguments of each call of a console method by the running test, without calls of earlier tests. */
const callsOf = (method: string): unknown[][] =>
  (spies.get(method)?.mock.calls ?? []).filter(call => !leftovers.has(call))
