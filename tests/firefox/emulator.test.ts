import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiffHost, startLiffHost } from '#emulator-tests/kit/liff-host.ts'
import { circle } from '#tests/kit/circle.ts'
import { type Firefox, startFirefox } from '#tests/kit/firefox.ts'
import { inMain, returnFrom } from '#tests/kit/sub-window-steps.ts'

const BUILD = 'full-2.26.1'

let firefox: Firefox
let host: LiffHost

beforeAll(async () => {
  ;[firefox, host] = await Promise.all([startFirefox(), startLiffHost()])
})
afterAll(() => Promise.all([firefox.close(), host.close()]))

/** Presses the button with this text in a document, after the script that presses it has ended. */
const press = (text: string, page = 'document') =>
  firefox.evaluate(
    `void setTimeout(() => [...${page}.querySelectorAll('button')].find(one => one.textContent.trim() === '${text}').click())`,
  )

const started = () => firefox.evaluate('window.started')

test('in LINE, in a plain tab: starts, shares and closes', async () => {
  await host.load('friend')
  await firefox.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await firefox.waitFor('window.started')
  expect(await started()).toMatchObject({ init: 'done', inClient: true, loggedIn: true })
  const picker = "document.querySelector('iframe[title=LINE]').contentDocument"
  await firefox.evaluate(
    "void liff.shareTargetPicker([{ type: 'text', text: 'hi' }]).then(result => { window.shared = result })",
  )
  await firefox.waitFor(`${picker}.querySelector('button')`)
  await press('ส่ง', picker)
  await firefox.waitFor("window.shared?.status === 'success'")
  await firefox.evaluate('void setTimeout(() => liff.closeWindow())')
  await firefox.waitFor("location.pathname === '/__emulator/closed'")
})

test('outside LINE: signs in with consent', async () => {
  await host.load('not-in-client', { consent: { initially: 'none' }, environment: { os: 'web' } })
  await firefox.goto(`${host.url}/${BUILD}/`)
  await firefox.waitFor('window.started')
  await firefox.evaluate('void setTimeout(() => liff.login({ redirectUri: location.href }))')
  await firefox.waitFor(
    "location.pathname.startsWith('/__line/access.line.me/') && document.readyState === 'complete'",
  )
  await press('อนุญาต')
  await firefox.waitFor("location.search.includes('liffClientId') && window.started")
  expect(await started()).toMatchObject({ init: 'done', loggedIn: true, sub: host.userId })
})

test('in the panel: starts in LINE and closes', async () => {
  await host.load('friend')
  await firefox.goto(`${host.url}/__emulator/`)
  await firefox.waitFor('window.started', `/${BUILD}/`)
  await firefox.evaluate('void setTimeout(() => liff.closeWindow())', `/${BUILD}/`)
  await firefox.waitFor("document.querySelector('iframe') === null")
})

if (circle() === 'nightly') {
  test('in LINE, a sub-window covers the app in its tab, receives its data and returns its result', async () => {
    await host.load('friend')
    await firefox.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
    await firefox.waitFor('window.started?.inClient')
    await firefox.evaluate(inMain.open(host))
    expect(await returnFrom(inMain.layer, firefox)).toEqual({
      data: { from: 'main' },
      submitted: { answer: 42 },
    })
    await firefox.waitFor("document.querySelector('iframe[title=LINE]') === null")
  })

  test('outside LINE, a sub-window is a window, receives its data and returns its result', async () => {
    await host.load('not-in-client')
    await firefox.goto(`${host.url}/${BUILD}/`)
    await firefox.waitFor('window.started')
    await firefox.evaluate('void setTimeout(() => liff.login({ redirectUri: location.href }))')
    // On Android, the SDK reloads the page to which LINE Login returns.
    await firefox.waitFor("location.search.includes('liffIsEscapedFromApp') && window.started?.loggedIn")
    await firefox.evaluate(inMain.open(host))
    expect(await returnFrom(inMain.popup, firefox)).toEqual({
      data: { from: 'main' },
      submitted: { answer: 42 },
    })
  })
}
