import type { Frame, Page } from '@playwright/test'
import type { LiffHost } from '#emulator-tests/kit/liff-host.ts'
import { appFrame, expect, started, test } from '#emulator-tests/kit/liff-test.ts'

const BUILD = 'full-2.26.1'
const SECOND_USER = 'U7c1d2e3f40516273849506a7b8c9d0e1'

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

/** Makes the app record every event that ends a page, and store a value in each storage. */
async function prepare(page: Page | Frame): Promise<void> {
  await page.evaluate(`{
    const note = event => localStorage.setItem('events',
      (localStorage.getItem('events') ?? '') + event.type + ' ' + document.visibilityState + '; ')
    for (const capture of [true, false]) {
      for (const type of ['pagehide', 'beforeunload', 'unload']) addEventListener(type, note, capture)
      document.addEventListener('visibilitychange', note, capture)
    }
    localStorage.setItem('draft', 'kept')
    sessionStorage.setItem('draft', 'lost')
  }`)
}
const stored = (page: Page | Frame) =>
  page.evaluate(
    "[localStorage.getItem('events'), localStorage.getItem('draft'), sessionStorage.getItem('draft')]",
  )
const HIDDEN = 'visibilitychange hidden; '
const AFTERWARDS = [HIDDEN.repeat(2), 'kept', null]

async function open(page: Page, host: LiffHost) {
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL(`**/${BUILD}/**`)
  return started(page)
}

test('a page in a killed LINE gets no event and loses its sessionStorage', async ({ page, host }) => {
  await host.load('friend')
  await open(page, host)
  await prepare(page)
  expect(host.emulator.control.kill({})).toEqual({ ok: true, value: { userId: host.userId } })
  await page.waitForURL('**/__emulator/closed')
  expect(await open(page, host)).toMatchObject({ init: 'done', loggedIn: true })
  expect(await stored(page)).toEqual(AFTERWARDS)
})

test('a library that replaces addEventListener of all event targets, as Zone.js does, gets the calls on window', async ({
  page,
  host,
}) => {
  await host.load('friend')
  await open(page, host)
  const seen = await page.evaluate(`{
    const types = []
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      types.push(type)
      return addEventListener.call(this, type, ...rest)
    }
    window.addEventListener('resize', () => {})
    window.addEventListener('unload', () => {})
    types
  }`)
  expect(seen).toEqual(['resize', 'unload'])
})

test('a page that was hidden when LINE was killed ends when the user returns', async ({ page, host }) => {
  await host.load('friend')
  await open(page, host)
  const hide = (state: string) =>
    page.evaluate(`{
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }`)
  await hide('hidden')
  host.emulator.control.kill({})
  await page.evaluate('fetch("/__emulator/api/health").then(() => 0)')
  expect(page.url()).toContain(BUILD)
  await hide('visible')
  await page.waitForURL('**/__emulator/closed')
})

test('killing LINE ends only pages of LINE’s browsers, of one user', async ({ page, host }) => {
  await host.load('friend')
  expect(host.emulator.control.kill({ userId: 'U0' })).toMatchObject({
    ok: false,
    problem: { path: 'userId' },
  })
  await open(page, host)
  expect(host.emulator.control.kill({ userId: SECOND_USER })).toMatchObject({ ok: true })
  await page.evaluate('fetch("/__emulator/api/health").then(() => 0)')
  expect(page.url()).toContain(BUILD)

  host.patch({ environment: { kind: 'external' } })
  expect(host.emulator.control.kill({})).toMatchObject({
    ok: false,
    problem: { message: 'the app is open in the phone’s browser, which outlives LINE' },
  })
})

test('the panel kills LINE, and opens the app again without its sessionStorage', async ({ page, host }) => {
  await host.load('friend')
  await page.goto(`${host.url}/__emulator/`)
  const before = await appFrame(page, 'line', `/${BUILD}/`)
  await prepare(before)
  await page.getByRole('button', { name: 'Kill LINE' }).click()
  await expect.poll(() => page.frames().includes(before)).toBe(false)
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText('LINE was killed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kill LINE' })).toBeDisabled()
  await page.getByRole('button', { name: /^Open O/ }).click()
  const after = await appFrame(page, 'line', `/${BUILD}/`)
  expect(await stored(after)).toEqual(AFTERWARDS)
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('k')
  await expect.poll(() => page.frames().includes(after)).toBe(false)

  await page.getByRole('button', { name: /Outside LINE/ }).click()
  await appFrame(page, 'browser', `/${BUILD}/`)
  await expect(page.getByRole('button', { name: 'Kill LINE' })).toBeDisabled()
})

test('a page that LINE keeps ends without an event when LINE is killed', async ({ page, host }) => {
  await host.load('two-apps', { environment: { lineVersion: '15.12.0' } })
  await page.goto(`${host.url}/__emulator/`)
  const kept = await appFrame(page, 'line', `/${BUILD}/`)
  await prepare(kept)
  const tools = page.getByRole('region', { name: 'Phone' })
  await tools.getByRole('button', { name: /^Chat C/ }).click()
  expect(page.frames()).toContain(kept)
  host.emulator.control.kill({})
  await expect.poll(() => page.frames().includes(kept)).toBe(false)
  await tools.getByRole('button', { name: /^Open O/ }).click()
  expect(await stored(await appFrame(page, 'line', `/${BUILD}/`))).toEqual([null, 'kept', null])
})
