// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  emitHistoryEvents,
  navigation,
  openDeepLink,
  scrollToTopOnNavigation,
  withLaunchCredentials,
} from '#src/platform/navigation.ts'

beforeAll(emitHistoryEvents)
beforeEach(() => history.replaceState(null, '', '/'))

test('reports each change of the path once, whatever caused it', () => {
  const seen: string[] = []
  const stop = navigation.onChange(path => void seen.push(path))
  navigation.go('/receipt')
  navigation.go('/receipt?store=1')
  history.pushState(null, '', '/profile')
  navigation.go('/', { replace: true })
  // When the customer goes back, the URL changes first, and then the browser fires popstate.
  History.prototype.replaceState.call(history, null, '', '/receipt')
  dispatchEvent(new PopStateEvent('popstate'))
  stop()
  navigation.go('/thanks')
  expect(seen).toEqual(['/receipt', '/profile', '/', '/receipt'])
})

test('replace leaves no history entry to go back to', () => {
  const before = history.length
  navigation.go('/register', { replace: true })
  expect(history.length).toBe(before)
  expect(navigation.path()).toBe('/register')
})

test('keeps launch credentials across navigation until the SDK has read them', () => {
  history.replaceState(null, '', '/#access_token=a&feature_token=b')
  expect(withLaunchCredentials('/receipt')).toBe('/receipt#access_token=a&feature_token=b')
  navigation.go('/receipt')
  expect(location.hash).toBe('#access_token=a&feature_token=b')
  history.replaceState(null, '', '/receipt#part')
  expect(withLaunchCredentials('/thanks')).toBe('/thanks')
})

test('opens a deep link without a reload and keeps the launch credentials', () => {
  history.replaceState(null, '', '/?liff.state=%2Freceipt%3Flogstate%3Dposter#access_token=a')
  const before = history.length
  openDeepLink()
  expect(location.pathname + location.search + location.hash).toBe('/receipt?logstate=poster#access_token=a')
  expect(history.length).toBe(before)
})

test('removes the SDK’s parameters and keeps the app’s', () => {
  const launch =
    'code=c&state=s&liffClientId=1&liffRedirectUri=r&liffIsEscapedFromApp=true&liff.hback=2&logstate=poster&redirect=%2Fprofile'
  history.replaceState(null, '', `/thanks?${launch}#access_token=a&part=1`)
  navigation.removeSdkParameters()
  expect(location.pathname + location.search + location.hash).toBe(
    '/thanks?logstate=poster&redirect=%2Fprofile#part=1',
  )
})

test('keeps the campaign’s own state when removing SDK parameters', () => {
  history.replaceState(null, '', '/?state=poster')
  navigation.removeSdkParameters()
  expect(location.search).toBe('?logstate=poster')
})

test('scrolls to the top on navigation, but not on going back or on a new query', () => {
  const stop = scrollToTopOnNavigation()
  const at = () => document.documentElement.scrollTop
  const scroll = (top: number) => {
    document.documentElement.scrollTop = top
  }
  scroll(300)
  navigation.go('/receiptHistory')
  expect(at()).toBe(0)
  scroll(200)
  navigation.go('/receiptHistory?status=pending')
  expect(at()).toBe(200)
  navigation.go('/', { replace: true })
  expect(at()).toBe(0)
  scroll(100)
  // When the customer goes back, the URL changes first, and then the browser fires popstate.
  const quietly = History.prototype.pushState
  quietly.call(history, null, '', '/receiptHistory')
  scroll(100)
  dispatchEvent(new PopStateEvent('popstate'))
  expect(at()).toBe(100)
  stop()
})

describe('a reload with the newest build', () => {
  /** Fakes the browser's service worker. `answers` is a waiting worker's state after SKIP_WAITING; null if it hangs. */
  function withWorker(waiting: { readonly answers: ServiceWorkerState | null } | null) {
    const did: string[] = []
    const worker = Object.assign(new EventTarget(), {
      state: 'installed',
      postMessage(this: EventTarget & { state: string }, message: { type: string }) {
        did.push(message.type)
        if (!waiting?.answers) return
        this.state = waiting.answers
        this.dispatchEvent(new Event('statechange'))
      },
    })
    const registration = { waiting: waiting === null ? null : worker }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
    vi.spyOn(location, 'reload').mockImplementation(() => void did.push('reload'))
    vi.useFakeTimers()
    return did
  }
  test.each([
    ['lets a waiting worker take over first', { answers: 'activated' }, ['SKIP_WAITING', 'reload']],
    ['does not wait for a worker that fails', { answers: 'redundant' }, ['SKIP_WAITING', 'reload']],
    ['happens at once without a waiting worker', null, ['reload']],
  ] as const)('%s', async (_, waiting, expected) => {
    const did = withWorker(waiting)
    await navigation.reloadNewest()
    await vi.advanceTimersByTimeAsync(0)
    expect(did).toEqual(expected)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(did).toEqual(expected)
  })

  test('does not wait forever for a worker that hangs', async () => {
    const did = withWorker({ answers: null })
    await navigation.reloadNewest()
    await vi.advanceTimersByTimeAsync(100)
    expect(did).toEqual(['SKIP_WAITING'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(did).toEqual(['SKIP_WAITING', 'reload'])
  })

  test('happens at once in a browser without workers', async () => {
    const did = withWorker(null)
    vi.stubGlobal('navigator', {})
    await navigation.reloadNewest()
    await vi.advanceTimersByTimeAsync(0)
    expect(did).toEqual(['reload'])
  })
})
