import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { createLiffEmulator } from '#emulator/index.ts'
import { startProxy } from '#emulator/proxy/start.ts'
import { startLineTrap } from '#emulator-tests/kit/line-trap.ts'
import { listen } from '#tests/kit/listen.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

/**
 * If a page's shim does not start, the timeline shows an error, and none of the page's scripts reaches the real LINE.
 */

const CALL = "fetch('https://api.line.me/v2/profile').catch(() => {}).then(() => document.title = 'called')"
const HTML = 'text/html; charset=utf-8'
const pageWith = (body: string) =>
  `<!doctype html><html><head><title>app</title></head><body>${body}<script>${CALL}</script></body></html>`

const WORKER = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(clients.claim()))
addEventListener('fetch', event => {
  if (event.request.mode === 'navigate' && event.request.url.endsWith('/made'))
    event.respondWith(new Response(${JSON.stringify(pageWith('made'))}, { headers: { 'content-type': 'text/html' } }))
})`

type Answer = (outgoing: ServerResponse, incoming: IncomingMessage) => void
const html =
  (body: string, headers: Record<string, string> = {}): Answer =>
  outgoing =>
    outgoing.writeHead(200, { 'content-type': HTML, ...headers }).end(pageWith(body))

const REGISTER = "navigator.serviceWorker.register('/worker.js').then(() => document.title = 'registered')"
/** Adds another page's head to this one, like libraries that load pages without a navigation. */
const MERGE = `fetch('/').then(answer => answer.text()).then(html => {
  const { head } = new DOMParser().parseFromString(html, 'text/html')
  document.head.append(...head.children)
  document.title = 'merged'
})`

const PAGES: Readonly<Record<string, Answer>> = {
  '/': html('home'),
  '/framed': html('<iframe sandbox src="/inner"></iframe>'),
  '/scripted': html('<iframe sandbox="allow-scripts" src="/inner"></iframe>'),
  '/inner': html('inner'),
  '/sandbox': html('sandbox', { 'content-security-policy': 'sandbox' }),
  '/integrity': html('integrity', { 'integrity-policy': 'blocked-destinations=(script)' }),
  '/worker.js': outgoing => outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(WORKER),
  '/registers': html(`<script>${REGISTER}</script>`),
  '/prefetching': html('<link rel="prefetch" href="/inner"><a href="/file" id="file">file</a>'),
  '/merging': html(`<script>${MERGE}</script>`),
  '/slow': outgoing =>
    outgoing.writeHead(200, { 'content-type': HTML }).write(`${pageWith('<img src="/seen">')}<p>slow`),
  '/file': html('file', { 'content-disposition': 'attachment; filename=a.html' }),
  '/xhtml': outgoing =>
    outgoing
      .writeHead(200, { 'content-type': 'application/xhtml+xml' })
      .end(
        `<?xml version="1.0"?><!DOCTYPE h:html [<!ENTITY a "]>">]><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>x</h:title></h:head><h:body><h:script>${CALL.replaceAll('>', '&gt;')}</h:script></h:body></h:html>`,
      ),
  '/svg': outgoing =>
    outgoing
      .writeHead(200, { 'content-type': 'image/svg+xml' })
      .end(
        `<svg xmlns="http://www.w3.org/2000/svg"><title>x</title><script>${CALL.replaceAll('>', '&gt;')}</script></svg>`,
      ),
}

/** Starts the app behind the emulator, and the trap that catches pages on their way to the real LINE. */
async function startApp() {
  const server = createServer((incoming, outgoing) => {
    const answer = PAGES[incoming.url ?? ''] ?? (() => outgoing.writeHead(404).end())
    answer(outgoing, incoming)
  })
  const { url: app, close } = await listen(server)
  const emulator = await createLiffEmulator()
  const running = await startProxy({ emulator, app })
  const trap = await startLineTrap()
  /** Opens a tab in a new browser profile. */
  async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
    emulator.control.loadNamed('friend')
    emulator.control.patch({ environment: { serviceWorker: true } })
    const context = await browser.newContext({
      ...options,
      proxy: { server: trap.address, bypass: 'localhost' },
    })
    return context.newPage()
  }
  /** Returns the errors in the timeline since the emulator started, each as the page's path and the text. */
  const problems = () =>
    emulator
      .requests()
      .filter(({ via }) => via === 'page')
      .map(({ url, error }) => `${url.replace(running.url, '')}: ${error}`)
  return {
    ...{ url: running.url, open, problems, trap, emulator },
    async close() {
      await running.close()
      await emulator.close()
      await trap.close()
      await close()
    },
  }
}

const test = base.extend<{ app: Awaited<ReturnType<typeof startApp>> }>({
  app: simpleFixture(startApp, app => app.close()),
})

test.afterEach(({ app }) => expect(app.trap.escaped()).toEqual([]))

const callsOf = ({ emulator }: Awaited<ReturnType<typeof startApp>>) =>
  emulator.requests().filter(({ url }) => url.startsWith('https://api.line.me/')).length

test('the page is stopped if the browser does not load the shim', async ({ app, browser }) => {
  const page = await app.open(browser)
  await page.route('**/__emulator/shim.js', route => route.abort())
  await page.goto(`${app.url}/`)
  await expect(page.locator('p')).toContainText('The LIFF emulator stopped this page')
  await expect.poll(app.problems).toEqual([expect.stringMatching(/^\/: .*did not load.*service worker/)])
  expect(await page.title()).toBe('')
  expect(callsOf(app)).toBe(0)
})

test('the page is stopped if something has replaced what the shim needs', async ({ app, browser }) => {
  // The shim notices the first replacement when it starts, and the second one earlier, when its script is loaded.
  for (const [at, script] of ['window.CSSStyleDeclaration = null', 'window.fetch = null'].entries()) {
    const page = await app.open(browser)
    await page.addInitScript(script)
    await page.goto(`${app.url}/`)
    await expect(page.locator('p')).toContainText('The LIFF emulator stopped this page')
    await expect.poll(app.problems).toHaveLength(at + 1)
    expect(app.problems().at(-1)).toMatch(/^\/: .*the shim failed/)
  }
})

test('a page without JavaScript is an error, also in a sandbox', async ({ app, browser }) => {
  const off = await app.open(browser, { javaScriptEnabled: false })
  await off.goto(`${app.url}/`)
  const on = await app.open(browser)
  await on.goto(`${app.url}/framed`)
  await on.goto(`${app.url}/sandbox`)
  const reason = /did not start: no scripts run.*allow-scripts/
  await expect
    .poll(app.problems)
    .toEqual(
      ['/', '/inner', '/sandbox'].map(path =>
        expect.stringMatching(new RegExp(`^${path}: .*${reason.source}`)),
      ),
    )
})

for (const path of ['/integrity', '/xhtml', '/svg', '/merging', '/prefetching'])
  test(`the shim starts in ${path}, without an error`, async ({ app, browser }) => {
    const page = await app.open(browser)
    await page.goto(app.url + path)
    await expect(page).toHaveTitle(path === '/merging' ? /merged|called/ : 'called')
    await expect.poll(() => callsOf(app)).toBe(1)
    expect(app.problems()).toEqual([])
  })

test('the shim starts in a sandboxed frame without a service worker', async ({ app, browser }) => {
  const page = await app.open(browser)
  app.emulator.control.patch({ environment: { serviceWorker: false } })
  await page.goto(`${app.url}/scripted`)
  await expect.poll(() => page.frames()[1]?.title()).toBe('called')
  expect(app.problems()).toEqual([])
})

test('a page that the app’s service worker makes gets the shim', async ({ app, browser }) => {
  const page = await app.open(browser)
  await page.goto(`${app.url}/registers`)
  await expect(page).toHaveTitle(/registered|called/)
  await page.evaluate('navigator.serviceWorker.ready')
  const before = callsOf(app)
  await page.goto(`${app.url}/made`)
  await expect(page.getByText('made')).toBeVisible()
  await expect.poll(() => callsOf(app)).toBeGreaterThan(before)
  expect(app.problems()).toEqual([])
})

test('downloads, aborted navigations, slow pages and programs cause no error', async ({ app, browser }) => {
  const page = await app.open(browser)
  await page.goto(`${app.url}/prefetching`)
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#file')])
  await download.cancel()
  // The server never finishes sending this page. The browser shows the start of it and navigates away while it is still
  // loading.
  for (const path of ['/slow', '/'] as const) {
    const seen = path === '/slow' ? page.waitForRequest('**/seen') : null
    await page.goto(app.url + path, { waitUntil: 'commit' })
    await seen
  }
  await expect(page).toHaveTitle('called')
  for (const headers of [{}, { accept: 'text/html' }, { 'sec-purpose': 'prefetch' }])
    expect(await (await fetch(`${app.url}/`, { headers })).text()).toContain('home')
  expect(app.problems()).toEqual([])
})
