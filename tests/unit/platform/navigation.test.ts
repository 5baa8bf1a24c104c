import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  emitHistoryEvents,
  navigation,
  openDeepLink,
  scrollToTopOnNavigation,
  withLaunchCredentials,
} from '#src/platform/navigation.ts'

beforeAll(emitHistoryEvents)
beforeEach(() => history.replaceState(null, '', '/'))

test('each change of path is told once, however it came about', () => {
  const seen: string[] = []
  const stop = navigation.onChange(path => void seen.push(path))
  navigation.go('/receipt')
  navigation.go('/receipt?store=1')
  history.pushState(null, '', '/profile')
  navigation.go('/', { replace: true })
  stop()
  navigation.go('/thanks')
  expect(seen).toEqual(['/receipt', '/profile', '/'])
})

test('replacing leaves no entry to go back to', () => {
  const before = history.length
  navigation.go('/register', { replace: true })
  expect(history.length).toBe(before)
  expect(navigation.path()).toBe('/register')
})

test('the credentials of a launch outlive a change of route until the SDK has taken them', () => {
  history.replaceState(null, '', '/#access_token=a&feature_token=b')
  expect(withLaunchCredentials('/receipt')).toBe('/receipt#access_token=a&feature_token=b')
  navigation.go('/receipt')
  expect(location.hash).toBe('#access_token=a&feature_token=b')
  history.replaceState(null, '', '/receipt#part')
  expect(withLaunchCredentials('/thanks')).toBe('/thanks')
})

test('a deep link is opened in place, with the credentials of its launch', () => {
  history.replaceState(null, '', '/?liff.state=%2Freceipt%3Flogstate%3Dposter#access_token=a')
  const before = history.length
  openDeepLink()
  expect(location.pathname + location.search + location.hash).toBe('/receipt?logstate=poster#access_token=a')
  expect(history.length).toBe(before)
})

test("cleaning takes out what is the SDK's and leaves what is ours", () => {
  const launch =
    'code=c&state=s&liffClientId=1&liffRedirectUri=r&liff.hback=2&logstate=poster&redirect=%2Fprofile'
  history.replaceState(null, '', `/thanks?${launch}#access_token=a&part=1`)
  navigation.removeSdkParameters()
  expect(location.pathname + location.search + location.hash).toBe(
    '/thanks?logstate=poster&redirect=%2Fprofile#part=1',
  )
})

test('a state of our own is not lost by cleaning', () => {
  history.replaceState(null, '', '/?state=poster')
  navigation.removeSdkParameters()
  expect(location.search).toBe('?logstate=poster')
})

test('a screen begins at its top; going back does not move it, and neither does a query', () => {
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
  // Back: the address changes first, then the browser tells.
  const quietly = History.prototype.pushState
  quietly.call(history, null, '', '/receiptHistory')
  scroll(100)
  dispatchEvent(new PopStateEvent('popstate'))
  expect(at()).toBe(100)
  stop()
})
