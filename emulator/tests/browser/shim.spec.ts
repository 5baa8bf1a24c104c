import type { Page } from '@playwright/test'
import type { LiffHost } from '#tests/kit/liff-host.ts'
import { SDK_BUILDS, type SdkBuild } from '#tests/kit/liff-page.ts'
import { call, expect, started, test } from '#tests/kit/liff-test.ts'

const BUILD = 'full-2.26.1'
const SUB = 'full-2.31.0'
/** The opener policy that an app needs to open LINE's windows. The campaign's server also sends it. */
const OPENER_POLICY = '?opener-policy=same-origin-allow-popups'

for (const build of Object.keys(SDK_BUILDS) as SdkBuild[]) {
  // The other builds take the same path through the shim.
  const tag = build === BUILD ? '@core' : '@nightly'
  test(`${build}: an external browser logs in with PKCE, consents and returns with a verified ID token`, {
    tag,
  }, async ({ page, host }) => {
    await host.load('not-in-client', { consent: { initially: 'none' } })
    await page.goto(`${host.url}/${build}/`)
    expect(await started(page)).toMatchObject({ init: 'done', inClient: false, loggedIn: false })
    await page.evaluate('liff.login({ redirectUri: location.href })')
    await page.waitForURL('**/__line/access.line.me/**')
    await page.getByRole('button', { name: 'อนุญาต', exact: true }).click()
    await page.waitForURL(`**/${build}/**`)
    const after = await started(page)
    expect(after).toMatchObject({ init: 'done', loggedIn: true, sub: host.userId })
    expect(await call(page, 'liff.getProfile()')).toMatchObject({ userId: host.userId })
    expect(await call(page, 'liff.getFriendship()')).toEqual({ friendFlag: true })
    await page.reload()
    expect(await started(page)).toMatchObject({ init: 'done', loggedIn: true, sub: host.userId })
    await page.evaluate('liff.logout()')
    await page.reload()
    expect(await started(page)).toMatchObject({ init: 'done', loggedIn: false, sub: null })
  })

  test(`${build}: the app starts signed in inside LINE, and logging out and reloading signs in once more`, {
    tag,
  }, async ({ page, host }) => {
    await host.load('friend')
    await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(build)}`)
    await page.waitForURL(`**/${build}/**`)
    expect(await started(page)).toMatchObject({
      init: 'done',
      inClient: true,
      loggedIn: true,
      sub: host.userId,
    })
    expect(new URL(page.url()).hash).toBe('')
    expect(await call(page, 'liff.getFriendship()')).toEqual({ friendFlag: true })
    const visits: string[] = []
    page.on('framenavigated', frame => visits.push(frame.url()))
    await page.evaluate('liff.logout(); location.reload()')
    await page.waitForURL(url => url.pathname === `/${build}/`)
    await expect.poll(() => page.evaluate('window.started?.loggedIn === true').catch(() => false)).toBe(true)
    expect(visits.filter(url => new URL(url).pathname === `/${build}/`).length).toBeLessThanOrEqual(3)
  })
}

test('the path of a deep link reaches the app; closeWindow closes it, and without the panel a page offers to reopen it', async ({
  page,
  host,
}) => {
  await host.load('friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}/receipt/3?a=1`)
  await page.waitForURL('**/receipt/3**')
  expect(await started(page)).toMatchObject({ init: 'done', loggedIn: true })
  const at = new URL(page.url())
  expect([at.pathname, at.search]).toEqual(['/full-2.26.1/receipt/3', '?a=1'])
  await page.evaluate('liff.closeWindow()')
  await page.waitForURL('**/__emulator/closed')
  // Older versions of LINE on Android close the window through the bridge, all others by opening liff://close.
  await host.load('friend', { environment: { os: 'android', lineVersion: '11.5.0' } })
  await page.getByRole('link', { name: BUILD }).click()
  await page.waitForURL('**/full-2.26.1/**')
  expect(await started(page)).toMatchObject({ init: 'done', loggedIn: true })
  await page.evaluate('liff.closeWindow()')
  await page.waitForURL('**/__emulator/closed')
})

test('a new login after a reload renews an expired ID token', async ({ page, host }) => {
  await host.load('expired-id-token')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL('**/full-2.26.1/**')
  const stale = await started(page)
  expect(stale).toMatchObject({ init: 'done', loggedIn: true })
  expect((stale.exp ?? Infinity) * 1000).toBeLessThan(Date.now())
  await page.evaluate('liff.logout(); location.reload()')
  await expect
    .poll(() => page.evaluate('(window.started?.exp ?? 0) * 1000 > Date.now()').catch(() => false))
    .toBe(true)
})

test('a user adds the account as a friend on its page and returns', async ({ page, host }) => {
  await host.load('not-friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL('**/full-2.26.1/**')
  await started(page)
  expect(await call(page, 'liff.getFriendship()')).toEqual({ friendFlag: false })
  await page.evaluate(`location.href = 'https://line.me/R/ti/p/${host.officialAccount}'`)
  await page.waitForURL('**/__line/line.me/R/ti/p/**')
  const added = page.waitForResponse(answer => answer.request().method() === 'POST')
  await page.getByRole('button', { name: /เพิ่ม/ }).click()
  await added
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL('**/full-2.26.1/**')
  await started(page)
  expect(await call(page, 'liff.getFriendship()')).toEqual({ friendFlag: true })
})

test('a worker registered outside LINE does not control the page inside LINE', async ({ page, host }) => {
  await host.load('not-in-client')
  await page.goto(`${host.url}/full-2.26.1/`)
  await started(page)
  await page.evaluate(
    "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => 0)",
  )
  await page.reload()
  expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await host.load('friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL('**/full-2.26.1/**')
  expect(await started(page)).toMatchObject({ init: 'done', inClient: true, loggedIn: true })
  expect(await page.evaluate("'serviceWorker' in navigator")).toBe(false)
  expect(await page.evaluate('window.fromWorker')).toBeUndefined()
})

test('the app in the panel’s frame reports its events to the panel', async ({ page, host }) => {
  await host.load('friend')
  await page.goto(`${host.url}/panel.html?src=/__line/liff.line.me/${host.liffId(BUILD)}`)
  const frame = () => page.frames().find(one => one.url().includes('/full-2.26.1/'))
  await expect
    .poll(() =>
      frame()
        ?.evaluate('window.started?.init')
        .catch(() => undefined),
    )
    .toBe('done')
  await frame()?.evaluate("liff.openWindow({ url: 'https://example.com/terms', external: true })")
  await frame()?.evaluate('liff.closeWindow()')
  await expect
    .poll(() => page.evaluate('window.events.map(({ type }) => type)'))
    .toEqual(expect.arrayContaining(['loaded', 'ready', 'navigate', 'bridge', 'open-window', 'close']))
})

/** Opens an app as a sub-window of another app, both outside LINE. Returns the sub-window's page. */
async function openSubWindow(page: Page, host: LiffHost, own: string, sub: string): Promise<Page> {
  await host.load('not-in-client')
  await page.goto(`${host.url}/${BUILD}/${own}`)
  await started(page)
  await page.evaluate('liff.login({ redirectUri: location.href })')
  // On Android, the SDK reloads the page to which LINE Login returns.
  await page.waitForURL(/liffIsEscapedFromApp=true/)
  expect(await started(page)).toMatchObject({ init: 'done', loggedIn: true })
  const popup = page.waitForEvent('popup')
  await page.evaluate(
    `window.ended = new Promise(resolve => {
       for (const type of ['submit', 'close', 'cancel', 'error'])
         liff.subWindow.on(type, data => resolve([type, data]))
     })
     liff.subWindow.open({ url: 'https://liff.line.me/${host.liffId(SUB)}${sub}', appData: { from: 'main' } })`,
  )
  const inside = await popup
  await inside.waitForURL(`**/${SUB}/**`)
  expect(await started(inside)).toMatchObject({ init: 'done' })
  return inside
}

/**
 * Submits a result in a sub-window. The SDK then waits 500 ms for its message to arrive, and closes the window. Here
 * the test ends that wait with `runTimer()`: on a busy machine the message can take longer, and would be lost with the
 * window.
 */
const submit = (inside: Page) =>
  inside.evaluate(`const { setTimeout } = window
    window.setTimeout = (run, ms, ...rest) => ms === 500 ? (window.runTimer = run, 0) : setTimeout(run, ms, ...rest)
    window.submitted = 'pending'
    void liff.subWindow.submit({ answer: 42 }).then(({ status }) => { window.submitted = status })`)

test('outside LINE, a sub-window opens as a pop-up, receives its data and returns its result', async ({
  page,
  host,
}) => {
  const inside = await openSubWindow(page, host, '', '')
  expect(await call(inside, 'liff.subWindow.getAppData()')).toEqual({ from: 'main' })
  await submit(inside)
  expect(await page.evaluate('window.ended')).toEqual(['submit', { answer: 42 }])
  await inside.waitForFunction('window.runTimer')
  expect(await inside.evaluate('window.submitted')).toBe('pending')
  await inside.evaluate('runTimer()')
  await expect.poll(() => inside.evaluate('window.submitted')).toBe('submit')
})

test('outside LINE, a sub-window returns a result despite an opener policy', async ({ page, host }) => {
  const inside = await openSubWindow(page, host, OPENER_POLICY, '')
  expect(await call(inside, 'liff.subWindow.getAppData()')).toEqual({ from: 'main' })
  await submit(inside)
  expect(await page.evaluate('window.ended')).toEqual(['submit', { answer: 42 }])
})

test('outside LINE, a sub-window with an opener policy looks closed', async ({ page, host }) => {
  await openSubWindow(page, host, OPENER_POLICY, OPENER_POLICY)
  expect(await page.evaluate('window.ended')).toEqual(['close', {}])
})

test('on a phone with a wrong clock, a fresh ID token counts as expired', async ({ page, host }) => {
  await host.load('clock-skew')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL('**/full-2.26.1/**')
  expect(await started(page)).toMatchObject({ init: 'INVALID_ID_TOKEN: Invalid "exp" value in ID_TOKEN' })
  const ahead = await page.evaluate<number>('Date.now()')
  expect(ahead - Date.now()).toBeGreaterThan(7_000_000)
})

test('the script also works if a tool runs it before the document has an element', async ({ page, host }) => {
  await host.load('friend')
  const script = await (await fetch(`${host.url}/__emulator/shim.js`)).text()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await page.route('**/__emulator/shim.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.addInitScript(script)
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL(`**/${BUILD}/**`)
  expect(await started(page)).toMatchObject({ init: 'done', inClient: true, loggedIn: true })
  expect(errors).toEqual([])
})
