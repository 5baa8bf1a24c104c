import { isLineHost } from '#emulator/line-hosts.ts'
import { test as base, call, expect, started } from '#tests/kit/liff-test.ts'

const BUILD = 'full-2.26.1'

/** A browser without the Navigation API, as Safari was before 26.2. Navigations to the real LINE fail the test. */
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

test('without the Navigation API, an external browser signs in and stays in the emulated LINE', {
  tag: '@core',
}, async ({ page, host }) => {
  await host.load('not-in-client', { consent: { initially: 'none' }, environment: { os: 'web' } })
  await page.goto(`${host.url}/${BUILD}/`)
  expect(await started(page)).toMatchObject({ init: 'done', inClient: false, loggedIn: false })
  await page.evaluate('liff.login({ redirectUri: location.href })')
  await page.waitForURL('**/__line/access.line.me/**')
  await page.getByRole('button', { name: 'อนุญาต', exact: true }).click()
  await page.waitForURL(`**/${BUILD}/**`)
  expect(await started(page)).toMatchObject({ init: 'done', loggedIn: true, sub: host.userId })
})

test('without the Navigation API, an app starts in LINE, opens LINE’s screens and closes', {
  tag: '@core',
}, async ({ page, host }) => {
  await host.load('friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}/receipt/3?a=1`)
  await page.waitForURL('**/receipt/3**')
  expect(await started(page)).toMatchObject({ init: 'done', inClient: true, loggedIn: true })
  const shared = call(page, "liff.shareTargetPicker([{ type: 'text', text: 'hi' }])")
  await page.frameLocator('iframe[title=LINE]').getByRole('button', { name: 'ส่ง' }).click()
  expect(await shared).toEqual({ status: 'success' })
  await page.evaluate('liff.closeWindow()')
  await page.waitForURL('**/__emulator/closed')
})

test('without the Navigation API, links, forms and handlers in HTML stay in the emulated LINE', async ({
  page,
  host,
}) => {
  await host.load('not-in-client')
  const account = `https://line.me/R/ti/p/${host.officialAccount}`
  for (const html of [
    `<a href="${account}">go</a>`,
    `<a href="#" onclick="location.href = '${account}'; return false">go</a>`,
    `<form action="${account}"><button>go</button></form>`,
    `<form><button formaction="${account}">go</button></form>`,
  ]) {
    await page.goto(`${host.url}/${BUILD}/`)
    await started(page)
    await page.evaluate(text => (document.body.innerHTML = text), html)
    await page.getByText('go', { exact: true }).click()
    await page.waitForURL('**/__line/line.me/R/ti/p/**')
  }
  await page.goto(`${host.url}/${BUILD}/`)
  await started(page)
  await page.evaluate(`Object.assign(document.createElement('a'), { href: '${account}' }).click()`)
  await page.waitForURL('**/__line/line.me/R/ti/p/**')
})

test('without the Navigation API, a link that the app handles itself does not navigate', async ({
  page,
  host,
}) => {
  await host.load('friend')
  await page.goto(`${host.url}/__line/liff.line.me/${host.liffId(BUILD)}`)
  await page.waitForURL(`**/${BUILD}/**`)
  await started(page)
  await page.evaluate(`
    document.body.innerHTML = '<a href="https://line.me/x">a</a><a href="liff://close">b</a>'
    document.body.addEventListener('click', event => {
      window.before = event.defaultPrevented
      event.preventDefault()
      window.after = event.defaultPrevented
    })`)
  for (const name of ['a', 'b']) {
    await page.getByText(name, { exact: true }).click()
    expect(await page.evaluate('[before, after]')).toEqual([false, true])
  }
  expect(
    await page.evaluate('new Promise(resolve => setTimeout(() => resolve(location.pathname), 100))'),
  ).toBe(`/${BUILD}/`)
})
