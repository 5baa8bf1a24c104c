// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createLine } from '#src/platform/liff.ts'
import { LIFF, lineOf, page, sdk } from './liff-kit.ts'

/** Tests what the URL contains before, during and after an init of LINE's SDK. */

test('the URL has the launch credentials while init runs, and not after it has failed', async () => {
  let hash = '#rewards&access_token=a&context_token=c&feature_token=b'
  const during: string[] = []
  const at = page({
    hash: () => hash,
    setHash(next) {
      hash = next
    },
  })
  let online = false
  const init = async () => {
    during.push(hash)
    if (!online) throw new TypeError('Failed to fetch')
  }
  const line = lineOf(sdk({ init }), at)
  await line.init()
  expect(hash).toBe('#rewards')
  hash = ''
  online = true
  const second = line.init()
  line.hideCredentials()
  await second
  expect(during).toEqual([
    '#rewards&access_token=a&context_token=c&feature_token=b',
    '#access_token=a&context_token=c&feature_token=b',
  ])
})

test('the URL has no credentials while an init hangs that has read them, and a reload of a stuck page gets them again', async () => {
  let hash = '#rewards&access_token=a&context_token=c'
  let read = () => {}
  const seen: string[] = []
  let query = '?code=c&state=s&liffClientId=1'
  const at = page({
    hash: () => hash,
    setHash(next) {
      hash = next
    },
    onceRead(run) {
      read = run
    },
    removeParameters() {
      query = ''
    },
  })
  const init = () => {
    seen.push(hash + query)
    return new Promise<void>(() => {})
  }
  const line = lineOf(sdk({ init }), at)
  void line.init()
  await expect.poll(() => seen).toHaveLength(1)
  line.hideCredentials()
  expect(hash).toBe('#rewards&access_token=a&context_token=c')
  read()
  expect([hash, query]).toEqual(['#rewards', ''])
  line.showCredentials()
  expect(hash).toBe('#rewards&access_token=a&context_token=c')
})

test('in LINE, the SDK reads the URL only after the bridge is ready', async () => {
  const { userAgent } = navigator
  Object.defineProperty(navigator, 'userAgent', { value: LIFF, configurable: true })
  history.replaceState(null, '', '/?liff.hback=2#access_token=a')
  const loaders = { sdk: async () => sdk({ init: () => new Promise(() => {}) }), features: async () => sdk() }
  void createLine('1-a', loaders).init()
  const tasks = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(resolve => setTimeout(resolve))
  }
  await tasks()
  expect(location.hash).toBe('#access_token=a')
  dispatchEvent(Object.assign(new Event('liffEvent'), { detail: { type: 'ready' } }))
  await tasks()
  expect(location.hash + location.search).toBe('')
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
  history.replaceState(null, '', '/')
})

test('hides the launch credentials of a page that waits before init, and still knows where it runs', async () => {
  let hash = '#access_token=a&context_token=c'
  const at = page({
    userAgent: 'Mozilla/5.0 Mobile Safari/537.36 Line/14.11.0',
    hash: () => hash,
    setHash(next) {
      hash = next
    },
  })
  const line = lineOf(sdk(), at)
  line.hideCredentials()
  expect(hash).toBe('')
  expect(line.inClientHint()).toBe(true)
})

test('a page whose init does not start loses the parameters of LINE’s app, but not a return from the login', () => {
  const hidden = (address: string) => {
    history.replaceState(null, '', address)
    createLine('1-a', { sdk: async () => sdk(), features: async () => sdk() }).hideCredentials()
    return location.pathname + location.search + location.hash
  }
  expect(hidden('/receipt?liff.hback=2&utm_source=a#rewards&access_token=a')).toBe(
    '/receipt?utm_source=a#rewards',
  )
  const back = '/?code=c&state=s&liffClientId=1&liff.hback=2'
  expect(hidden(back)).toBe(back)
  history.replaceState(null, '', '/')
})

test('marks a return from LINE Login before init, so that the SDK stays on the page', async () => {
  const seen: string[] = []
  const init = async () => void seen.push(location.search)
  const loaders = { sdk: async () => sdk({ init }), features: async () => sdk() }
  const back = '?code=c&state=s&liffClientId=1'
  for (const search of [back, `${back}&liffIsEscapedFromApp=true`, '?logstate=poster', '']) {
    history.replaceState(null, '', `/receipt${search}#part`)
    await createLine('1-a', loaders).init()
    expect(location.hash).toBe('#part')
  }
  const marked = `${back}&liffIsEscapedFromApp=true`
  expect(seen).toEqual([marked, marked, '?logstate=poster', ''])
})
