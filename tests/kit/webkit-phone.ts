import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, webkit } from '@playwright/test'
import { listen } from './listen.ts'
import { isRunning, type MiniBrowser, processorTime, startMiniBrowser, until } from './mini-browser.ts'
import type { PhoneBrowser } from './phone-browser.ts'

/**
 * WebKitGTK as a phone's browser, driven by Playwright through WebKit's remote inspector. Playwright made this
 * connection for Safari on iOS: it takes over one tab per connection, cannot open tabs, and simulates clicks and key
 * presses with scripts. `webkit.ts` drives the same browser through WebDriver, with real input.
 */
export type WebKitPhone = PhoneBrowser & {
  /** Returns the id of the process that handles the network, IndexedDB, Web Locks and BroadcastChannel. */
  networkProcess(): number
  /** Returns the id of the process that runs the page. */
  processOf(page: Page): Promise<number>
  close(): Promise<void>
}

/** The size of the phone's screen in CSS pixels, as in `playwright.config.ts`. */
const SIZE = 'width=390,height=844'

type Options = {
  /** Folder of the profile. By default a new one, which is deleted at the end. */
  readonly profile?: string
  /** Makes the servers unreachable for the phone's browser, or reachable again. */
  readonly setOffline: (offline: boolean) => void
  readonly onError: (error: Error) => void
}

export async function startWebKitPhone({ profile, setOffline, onError }: Options): Promise<WebKitPhone> {
  const folder = profile ?? (await mkdtemp(join(tmpdir(), 'webkit-')))
  const directory = await startDirectory()
  let browser = await startMiniBrowser(folder)
  directory.browser = browser
  let control = await directory.attach((await browser.tabs())[0]?.path ?? '')
  let pages: Page[] = []
  const scripts: Parameters<Page['addInitScript']>[0][] = []

  async function newPage(): Promise<Page> {
    const page = await directory.openTab(control)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript(noticeScriptedInput)
    for (const script of scripts) await page.addInitScript(script)
    page.on('pageerror', error => {
      // WebKit reports failed loads as page errors: requests that end because the browser leaves the page, and scripts.
      if (!/^(Fetch API|EventSource) cannot load|not a valid JavaScript MIME type/.test(String(error)))
        onError(error)
    })
    page.once('close', () => {
      pages = pages.filter(other => other !== page)
    })
    pages.push(page)
    return page
  }

  /**
   * Returns the process that uses the most CPU time while the page runs a loop, or null if another process uses at
   * least half as much.
   */
  async function busiest(page: Page): Promise<number | null> {
    const before = browser.processes('page').map(pid => [pid, processorTime(pid)] as const)
    await page.evaluate(() => {
      for (const end = performance.now() + 400; performance.now() < end; );
    })
    const used = before.map(([pid, time]) => [processorTime(pid) - time, pid] as const)
    const [first, second] = used.toSorted(([a], [b]) => b - a)
    return first && first[0] > 2 * (second?.[0] ?? 0) ? first[1] : null
  }

  // WebKit does not tell which process runs a page. Two measurements must agree, because other pages may be busy for a
  // while.
  const processOf = (page: Page) =>
    until('the page’s process', async () => {
      const pid = await busiest(page)
      return pid !== null && pid === (await busiest(page)) ? pid : null
    })

  const page = await newPage()
  return {
    page,
    context: {
      newPage,
      async addInitScript(script: Parameters<Page['addInitScript']>[0]) {
        scripts.push(script)
        for (const open of pages) await open.addInitScript(script)
        return { dispose: async () => {}, [Symbol.asyncDispose]: async () => {} }
      },
    },
    async visit(tab, url) {
      // Through this connection, `goto` can wait forever if the page itself moves on to another page, and an event can
      // come from the previous document when it changes its own address. A mark on the window shows when it has been
      // replaced, because a new document has a new window. `performance.timeOrigin` would be the same in both documents
      // if the test has replaced the clock.
      await tab.evaluate(to => {
        Object.assign(window, { isLeft: true })
        location.assign(to)
      }, url)
      await tab.waitForFunction(() => !('isLeft' in window))
    },
    cookies: async () => (await page.context().cookies()).map(({ name }) => name),
    async setOffline(offline) {
      setOffline(offline)
      // WebKitGTK takes the network state from the operating system, so the state can only be faked inside each page.
      for (const open of pages)
        await open.evaluate(isOffline => {
          Object.defineProperty(navigator, 'onLine', { configurable: true, value: !isOffline })
          dispatchEvent(new Event(isOffline ? 'offline' : 'online'))
        }, offline)
    },
    async crash(crashed) {
      const pid = await processOf(crashed)
      process.kill(pid, 'SIGKILL')
      await until('the end of the page’s process', async () => !isRunning(pid))
    },
    async evictStorage() {
      await browser.kill()
      await rm(folder, { recursive: true, force: true })
      browser = await startMiniBrowser(folder)
      directory.browser = browser
      control = await directory.attach((await browser.tabs())[0]?.path ?? '')
    },
    async startWithProfile(own) {
      const phone = await startWebKitPhone({ profile: own, setOffline, onError })
      return { page: phone.page, kill: phone.close, close: phone.close }
    },
    networkProcess() {
      const [pid] = browser.processes('network')
      if (pid === undefined) throw new Error('the browser has no network process')
      return pid
    },
    processOf,
    async close() {
      await browser.kill()
      await directory.close()
      if (profile === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * Makes React notice the text that Playwright types. Playwright sets a field's value with a script, and React ignores
 * the `input` event after such a change.
 */
function noticeScriptedInput() {
  addEventListener(
    'input',
    ({ isTrusted, target }) => {
      if (isTrusted || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
      const tracked = target as { _valueTracker?: { setValue(value: string): void } }
      tracked._valueTracker?.setValue(`not ${target.value}`)
    },
    true,
  )
}

/**
 * Starts a server that serves empty pages and a list of tabs. It lists only one tab, because Playwright takes over
 * every tab in the list.
 */
async function startDirectory() {
  let opened = 0
  const server = createServer((request, response) => {
    const tab = request.headers['x-tab']
    const { host } = new URL(directory.browser?.inspector ?? 'http://localhost')
    if (request.url !== '/json') response.setHeader('Content-Type', 'text/html').end('<!doctype html>')
    else response.end(JSON.stringify([{ webSocketDebuggerUrl: `ws://${host}${tab}` }]))
  })
  const { url, close } = await listen(server)
  // The empty pages are on the same site as the app, so that WebKit need not change the tab's process when the app
  // opens.

  const directory = {
    browser: null as MiniBrowser | null,
    async attach(path: string): Promise<Page> {
      const connected = await webkit.connectOverCDP(url, { headers: { 'x-tab': path } })
      const page = connected.contexts()[0]?.pages()[0]
      if (!page) throw new Error(`WebKit has no tab ${path}`)
      return page
    },
    async openTab(control: Page): Promise<Page> {
      const { browser } = directory
      if (browser === null) throw new Error('no browser')
      opened += 1
      const blank = `${url}/blank-${opened}`
      await control.evaluate(([to, size]) => void window.open(to, '_blank', `popup,noopener,${size}`), [
        blank,
        SIZE,
      ] as const)
      const { path } = await until(blank, async () => (await browser.tabs()).find(tab => tab.url === blank))
      return directory.attach(path)
    },
    close,
  }
  return directory
}
