// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createTokenCookie } from '#src/storage/token-cookie.ts'

const visibility = { visible: () => seen, onVisible: () => () => {}, onHide: () => () => {} }
let seen = true
let timers: { ms: number; run: () => void }[] = []
const clock = {
  now: () => 0,
  after(ms: number, run: () => void) {
    const timer = { ms, run }
    timers.push(timer)
    return () => {
      timers = timers.filter(other => other !== timer)
    }
  },
}
const tick = () => {
  const [timer] = timers.splice(0, 1)
  timer?.run()
  return timer?.ms
}
const polling = () => createTokenCookie(clock, visibility, null)

afterEach(() => {
  polling().remove()
  seen = true
  timers = []
})

test('stores and deletes the token under its name next to other cookies', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: another script's cookie.
  document.cookie = 'accessTokenOther=x; path=/'
  const cookie = polling()
  expect(cookie.get()).toBeNull()
  cookie.set('abc-DEF_123')
  expect(cookie.get()).toBe('abc-DEF_123')
  cookie.remove()
  expect(cookie.get()).toBeNull()
})

test('knows whether this page or another one has set the token', () => {
  const cookie = polling()
  const other = polling()
  expect(cookie.isOwn()).toBe(false)
  cookie.set('mine')
  expect([cookie.isOwn(), other.isOwn()]).toEqual([true, false])
  other.set('theirs')
  expect([cookie.isOwn(), other.isOwn()]).toEqual([false, true])
  other.remove()
  expect([cookie.isOwn(), other.isOwn()]).toEqual([false, false])
})

test('has no token of its own in the cookie if cookies are refused: another page may sign in, too', () => {
  const spy = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  const cookie = polling()
  cookie.set('mine')
  expect(cookie.isOwn()).toBe(false)
  spy.mockRestore()
})

test('the cookie has path /, Secure and SameSite=Strict', () => {
  const written: string[] = []
  const spy = vi.spyOn(document, 'cookie', 'set').mockImplementation(text => void written.push(text))
  polling().set('t')
  polling().remove()
  spy.mockRestore()
  for (const text of written) expect(text).toMatch(/; path=\/; secure; samesite=strict$/)
  expect(written[1]).toContain('; expires=Thu, 01 Jan 1970')
})

test('keeps the token in memory if cookies are refused, and can delete it', () => {
  const spy = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  const cookie = polling()
  cookie.set('first')
  cookie.set('second')
  expect(cookie.get()).toBe('second')
  expect(polling().get()).toBeNull()
  cookie.remove()
  expect(cookie.get()).toBeNull()
  spy.mockRestore()
})

test('polls the cookie every 300 ms without change events and reports a change once', () => {
  const cookie = polling()
  const told: (string | null)[] = []
  const stop = cookie.onChange(token => void told.push(token))
  expect(tick()).toBe(300)
  polling().set('from another tab')
  expect(tick()).toBe(300)
  tick()
  expect(told).toEqual(['from another tab'])
  stop()
  expect(timers).toEqual([])
})

test('does not poll while the page is hidden', () => {
  const cookie = polling()
  const told: (string | null)[] = []
  cookie.onChange(token => void told.push(token))
  polling().set('a')
  seen = false
  tick()
  expect(told).toEqual([])
  seen = true
  tick()
  expect(told).toEqual(['a'])
})

test('does not poll if the browser reports cookie changes', () => {
  const events = new EventTarget()
  const cookie = createTokenCookie(clock, visibility, events)
  const told: (string | null)[] = []
  const stop = cookie.onChange(token => void told.push(token))
  expect(timers).toEqual([])
  cookie.set('a')
  events.dispatchEvent(new Event('change'))
  cookie.remove()
  events.dispatchEvent(new Event('change'))
  expect(told).toEqual(['a', null])
  stop()
  cookie.set('b')
  events.dispatchEvent(new Event('change'))
  expect(told).toHaveLength(2)
})
