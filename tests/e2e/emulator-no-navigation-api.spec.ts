import type { Frame, Page } from '@playwright/test'
import { GUARDED_FRAME } from '#emulator/guarded-tab.ts'
import { isLineHost } from '#emulator/line-hosts.ts'
import type { LiffHost } from '#emulator-tests/kit/liff-host.ts'
import { test as base, call, expect, started } from '#emulator-tests/kit/liff-test.ts'
import { BLOCKED, CAUGHT, type Escape, TOP } from '#tests/kit/escapes.ts'

const BUILD = 'full-2.26.1'

/** A browser without the Navigation API, like Safari before 26.2. A navigation to the real LINE fails the test. */
const test = base.extend({
  page: async ({ page }, use) => {
    const left: string[] = []
    await page.context().route(
      url => isLineHost(url.hostname),
      route => {
        left.push(route.request().url())
        return route.abort()
      },
    )
    page.on('requestfailed', request => left.push(request.url()))
    await page.addInitScript("Object.defineProperty(window, 'navigation', { value: undefined })")
    await use(page)
    expect(left.filter(url => !url.startsWith('http://localhost'))).toEqual([])
  },
})

/** Returns the frame of the guarded tab. The frame stays the same when the app navigates. */
async function appIn(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector(`#${GUARDED_FRAME}`)).contentFrame()
  if (!frame) throw new Error('the guarded tab has no frame')
  return frame
}

test('without the Navigation API, an external browser signs in and stays in the emulated LINE', {
  tag: '@core',
}, async ({ page, host }) => {
  await host.load('not-in-client', { consent: { initially: 'none' }, environment: { os: 'web' } })
  await page.goto(`${host.url}/${BUILD}/`)
  const app = await appIn(page)
  expect(await started(app)).toMatchObject({ init: 'done', inClient: false, loggedIn: false })
  await app.evaluate('liff.login({ redirectUri: location.href })')
  await app.waitForURL('**/__line/access.line.me/**')
  await app.getByRole('button', { name: 'อนุญาต', exact: true }).click()
  await app.waitForURL(`**/${BUILD}/**`)
  expect(await started(app)).toMatchObject({ init: 'done', loggedIn: true, sub: host.userId })
})

test('without the Navigation API, an app starts in LINE, opens LINE’s screens and closes', async ({
  page,
  host,
}) => {
  await host.load('friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}/receipt/3?a=1`)
  const app = await appIn(page)
  await app.waitForURL('**/receipt/3**')
  expect(await started(app)).toMatchObject({ init: 'done', inClient: true, loggedIn: true })
  const shared = call(app, "liff.shareTargetPicker([{ type: 'text', text: 'hi' }])")
  await app.frameLocator('iframe[title=LINE]').getByRole('button', { name: 'ส่ง' }).click()
  expect(await shared).toEqual({ status: 'success' })
  await app.evaluate('liff.closeWindow()')
  await page.waitForURL('**/__emulator/closed')
})

async function openApp(page: Page, host: LiffHost, query = ''): Promise<Frame> {
  await page.goto(`${host.url}/${BUILD}/${query}`)
  const app = await appIn(page)
  await started(app)
  return app
}

/** Runs a script in the app after this call has returned, because the script navigates away. */
const run = (app: Frame, script: string) => app.evaluate(`void setTimeout(() => { ${script} })`)

/** Expects that each navigation leads to the emulated LINE. */
async function expectCaught(page: Page, host: LiffHost, ways: readonly Escape[]): Promise<void> {
  for (const { by, script } of ways)
    await test.step(by, async () => {
      await run(await openApp(page, host), script)
      await page.waitForURL('**/__line/line.me/R/ti/p/**')
    })
}

/** Expects that each navigation is blocked. Restarts the app with the button in the message. */
async function expectBlocked(page: Page, host: LiffHost, ways: readonly Escape[]): Promise<void> {
  await openApp(page, host)
  for (const { by, script } of ways)
    await test.step(by, async () => {
      await run(await appIn(page), script)
      await expect(page.getByRole('alert')).toContainText('https://line.me')
      const reloaded = page.waitForEvent('domcontentloaded')
      await page.getByRole('alert').getByRole('button').first().click()
      await reloaded
      expect(await started(await appIn(page))).toMatchObject({ init: 'done' })
    })
}

const isCore = ({ core }: Escape) => core === true

test('without the Navigation API, navigations that the shim can see lead to the emulated LINE, and others are blocked', async ({
  page,
  host,
}) => {
  await host.load('not-in-client')
  await expectCaught(page, host, CAUGHT.filter(isCore))
  await expectBlocked(page, host, BLOCKED.filter(isCore))
  const app = await appIn(page)
  for (const { by, script } of TOP)
    expect([
      by,
      await app.evaluate(`(() => { try { ${script} } catch (error) { return error.name } })()`),
    ]).toEqual([by, 'SecurityError'])
})

test('without the Navigation API, the other ways to navigate lead to the emulated LINE or are blocked', {
  tag: '@nightly',
}, async ({ page, host }) => {
  await host.load('not-in-client')
  await expectCaught(
    page,
    host,
    CAUGHT.filter(way => !isCore(way)),
  )
  await expectBlocked(
    page,
    host,
    BLOCKED.filter(way => !isCore(way)),
  )
})

test('without the Navigation API, a link that the app handles stays in it', async ({ page, host }) => {
  await host.load('friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  const app = await appIn(page)
  await started(app)
  await app.evaluate(`
    document.body.innerHTML =
      '<a href="https://line.me/x">a</a><a href="liff://close">b</a><a href="https://line.me/R/ti/p/@host">c</a>'
    document.body.addEventListener('click', event => {
      window.before = event.defaultPrevented
      if (event.target.textContent !== 'c') event.preventDefault()
      window.after = event.defaultPrevented
    })`)
  const navigations: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest()) navigations.push(new URL(request.url()).pathname)
  })
  for (const name of ['a', 'b']) {
    await app.getByText(name, { exact: true }).click()
    expect(await app.evaluate('[before, after]')).toEqual([false, true])
  }
  // A navigation by `a` or `b` would be requested before this link's.
  await app.getByText('c', { exact: true }).click()
  await page.waitForURL('**/__line/line.me/R/ti/p/**')
  expect(navigations).toEqual(['/__line/line.me/R/ti/p/@host'])
})

test('in a guarded tab, address, title and back button follow the app', async ({ page, host }) => {
  await host.load('not-in-client')
  const app = await openApp(page, host, '?first')
  await expect(page).toHaveTitle(BUILD)
  await app.evaluate("history.pushState(null, '', '?second'); document.title = 'Second'")
  await page.waitForURL('**/?second')
  await expect(page).toHaveTitle('Second')
  await page.goBack()
  await page.waitForURL('**/?first')
  expect(await app.evaluate('location.search')).toBe('?first')
  await page.reload()
  expect(await started(await appIn(page))).toMatchObject({ init: 'done' })
  await page.waitForURL('**/?first')
})

test('in a guarded tab, other sites replace the whole tab', async ({ page, host }) => {
  await host.load('not-in-client')
  const site = 'http://127.0.0.1:9/'
  await page.route(`${site}**`, route => route.fulfill({ contentType: 'text/html', body: 'another site' }))
  for (const script of [
    `const a = document.createElement('a'); a.href = '${site}link'; document.body.append(a); a.click()`,
    `const f = document.createElement('form'); f.action = '${site}form'; f.method = 'post'; document.body.append(f); f.submit()`,
    `window.open('${site}open', '_self')`,
  ]) {
    await run(await openApp(page, host), script)
    await page.waitForURL(`${site}**`)
    await expect(page.getByText('another site')).toBeVisible()
  }
})
