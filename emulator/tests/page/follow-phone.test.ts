// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { followPhone, type PhoneConnection } from '#emulator/page/follow-phone.ts'
import type { PageContext } from '#emulator/page/page-context.ts'
import { createSuspension } from '#emulator/page/suspend.ts'

/** The event streams that the page has opened. */
const streams: FakeStream[] = []

class FakeStream extends EventTarget {
  closed = false
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    streams.push(this)
  }
  close() {
    this.closed = true
  }
  send(offline: boolean, session = 'first') {
    const phone = { clock: { offsetMs: 0, frozenAt: null }, offline }
    this.dispatchEvent(new MessageEvent('state', { data: JSON.stringify({ phone, session, killedAt: 0 }) }))
  }
}

afterEach(() => {
  streams.length = 0
})

function follow(): PhoneConnection {
  vi.stubGlobal('EventSource', FakeStream)
  const config = { emulator: '/__emulator/', session: 'first', revision: 0, liffIds: [] }
  const connection = followPhone({ config } as unknown as PageContext, () => {})
  window.dispatchEvent(new Event('pageshow'))
  return connection
}

test('the page follows the phone again when it returns from the back/forward cache', () => {
  follow()
  streams[0]?.send(true)
  expect(navigator.onLine).toBe(false)
  window.dispatchEvent(new Event('pagehide'))
  expect(streams.map(({ closed }) => closed)).toEqual([true])
  window.dispatchEvent(new Event('pageshow'))
  expect(streams.map(({ url, closed }) => [url, closed])).toEqual([
    ['/__emulator/api/events', true],
    ['/__emulator/api/events', false],
  ])
  streams[1]?.send(false)
  expect(navigator.onLine).toBe(true)
})

test('a hidden tab has no connection, and follows the phone again when it becomes visible', () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  const show = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  follow()
  show('hidden')
  expect(streams.filter(({ closed }) => !closed)).toEqual([])
  window.dispatchEvent(new Event('pageshow'))
  expect(streams).toHaveLength(1)
  show('visible')
  // The last stream, because listeners of earlier tests have also opened streams.
  const again = streams.at(-1)
  expect([again?.closed, again === streams[0]]).toEqual([false, false])
  again?.send(true)
  expect(navigator.onLine).toBe(false)
  again?.send(false)
})

test.each([
  ['ja-JP', 'ページを再読み込みすると'],
  ['th', 'โหลดหน้านี้ใหม่'],
  ['fr', 'Reload the page'],
])('the console speaks the language of the browser, here %s', async (language, text) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
  vi.resetModules()
  const shim = await import('#emulator/page/developer-console.ts')
  // The shim has loaded, and has set the page's languages to the phone's.
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en'])
  expect(shim.developerText('newSession')).toContain(text)
})

test('the console says once that the session of the page has ended', () => {
  const info = vi.spyOn(console, 'info').mockReturnValue(undefined)
  follow()
  streams[0]?.send(false)
  expect(info).not.toHaveBeenCalled()
  streams[0]?.send(false, 'second')
  streams[0]?.send(false, 'second')
  expect(info.mock.calls).toEqual([[expect.stringContaining('Reload the page to sign in again')]])
})

test('a page that the panel has suspended opens no connection, and its sessionStorage is as before when it resumes', () => {
  const { suspend, resume } = createSuspension(follow(), { begin() {}, end() {} })
  sessionStorage.setItem('cart', '3')
  suspend()
  expect(streams.map(({ closed }) => closed)).toEqual([true])
  window.dispatchEvent(new Event('pageshow'))
  expect(streams).toHaveLength(1)
  // Another app has used the same origin.
  sessionStorage.clear()
  sessionStorage.setItem('other', '1')
  resume()
  expect({ ...sessionStorage }).toEqual({ cart: '3' })
  expect(streams.map(({ closed }) => closed)).toEqual([true, false])
  sessionStorage.clear()
})
