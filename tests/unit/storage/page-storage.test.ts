// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { workerClient } from '#src/platform/worker-client.ts'
import { local } from '#src/storage/local-storage.ts'
import { replaceRefusedStorage, survivesReload } from '#src/storage/page-storage.ts'

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}

test('replaces refused storage by in-memory storage of the page', () => {
  const page = Object.defineProperties({} as Pick<Window, 'localStorage' | 'sessionStorage'>, {
    localStorage: { configurable: true, get: denied },
    sessionStorage: { configurable: true, value: sessionStorage },
  })
  expect(survivesReload(() => page.localStorage)).toBe(false)
  replaceRefusedStorage(page)
  page.localStorage.setItem('a', '1')
  expect([page.localStorage.getItem('a'), page.localStorage.key(0), page.localStorage.length]).toEqual([
    '1',
    'a',
    1,
  ])
  page.localStorage.removeItem('a')
  expect(page.localStorage.getItem('a')).toBeNull()
  expect(survivesReload(() => page.localStorage)).toBe(false)
  expect(page.sessionStorage).toBe(sessionStorage)
  expect(survivesReload(() => page.sessionStorage)).toBe(true)
})

test('does not replace full storage', () => {
  const full = (length: number) => ({
    length,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  const used = { localStorage: full(3), sessionStorage: full(0) } as unknown as Window
  const { localStorage: before } = used
  replaceRefusedStorage(used)
  expect(used.localStorage).toBe(before)
  // Simulate an old phone, on which the storage of a private window has no capacity.
  used.sessionStorage.setItem('a', '1')
  expect(used.sessionStorage.getItem('a')).toBe('1')
})

test('deletes the keys with a prefix and no others', () => {
  local.tab.set('draft:a', '1')
  local.tab.set('draft:b', '2')
  local.tab.set('guards', '3')
  local.tab.deletePrefix('draft:')
  expect([local.tab.get('draft:a'), local.tab.get('draft:b'), local.tab.get('guards')]).toEqual([
    null,
    null,
    '3',
  ])
  expect(local.survivesReload()).toBe(true)
})

test('a page that may not access service workers has none', async () => {
  vi.stubGlobal('navigator', Object.defineProperty({}, 'serviceWorker', { get: denied }))
  expect(() => workerClient.onSync(() => {})()).not.toThrow()
  await workerClient.requestSync()
})

test('a worker’s message wakes the page, and a sync is registered only if the browser supports it', async () => {
  const workers = new EventTarget() as EventTarget & { getRegistration?: () => Promise<unknown> }
  vi.stubGlobal('navigator', { serviceWorker: workers })
  const tags: string[] = []
  workers.getRegistration = async () => ({ sync: { register: async (tag: string) => void tags.push(tag) } })
  let woken = 0
  workerClient.onSync(() => {
    woken += 1
  })
  workers.dispatchEvent(new MessageEvent('message', { data: { type: 'outbox-sync' } }))
  workers.dispatchEvent(new MessageEvent('message', { data: { type: 'else' } }))
  expect(woken).toBe(1)
  await workerClient.requestSync()
  workers.getRegistration = async () => undefined
  await workerClient.requestSync()
  expect(tags).toEqual(['outbox'])
})
