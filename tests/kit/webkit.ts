import { type ChildProcess, spawn } from 'node:child_process'
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { GUARDED_FRAME } from '#emulator/guarded-tab.ts'
import { freePort } from '#tests/kit/campaign.ts'
import { type Finding, findVisible } from '#tests/kit/find-visible.ts'
import { startScreen } from '#tests/kit/webkit-screen.ts'

/** Milliseconds within which an element must appear. Long enough for a machine that is busy with other work. */
const PATIENCE_MS = 20_000

/** Script that returns the text of the page and the contents of its fields. */
const PAGE_TEXT = `return [document.body.innerText, ...Array.from(document.querySelectorAll('input, select, textarea'),
  ({ name, value }) => name + ': ' + value)].join('\\n')`

/** An element must not move for this many milliseconds before a step uses it. */
const REST_MS = 50

const HANDLE_PX = 64

export type WebKit = Awaited<ReturnType<typeof startWebKit>>
export type WebKitPage = ReturnType<typeof pageOf>

async function ready(port: number): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const ok = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ok) return
    if (Date.now() > end) throw new Error('WebKitWebDriver does not answer')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Starts WebKitWebDriver, which has at most one session at a time. */
async function startDriver(display: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const port = await freePort()
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    // As root, WebKit's sandbox cannot start.
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  })
  await ready(port)
  return { url: `http://127.0.0.1:${port}`, child }
}

/** Number of attempts to open a browser, and the time limit of each attempt in milliseconds. */
const OPEN_TRIES = 4
const OPEN_MS = 15_000

/** Starts WebKitGTK on its own virtual screen. Each page has its own storage, like a newly installed browser. */
export async function startWebKit() {
  const binary = process.env.TEST_WEBKIT
  if (!binary) throw new Error('TEST_WEBKIT must be the path of WebKitGTK’s MiniBrowser')
  const screen = await startScreen()
  let driver = await startDriver(screen.display)

  /** Opens a session, or resolves to null if the driver does not answer in time. */
  async function session(proxy: string | undefined): Promise<WebDriver | null> {
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation', ...proxyArguments(proxy)] },
    })
    const building = new Builder()
      .disableEnvironmentOverrides()
      .usingServer(driver.url)
      .withCapabilities(capabilities)
      .build()
    const late = new Promise<null>(resolve => setTimeout(() => resolve(null), OPEN_MS).unref())
    return Promise.race([Promise.resolve(building), late])
  }

  return {
    /**
     * Opens a page. `proxy` is the `host:port` of a proxy for all hosts except localhost. With a proxy, TLS
     * certificates are not checked.
     */
    async open(proxy?: string): Promise<WebKitPage> {
      for (let tries = 0; tries < OPEN_TRIES; tries += 1) {
        const opened = await session(proxy).catch(() => null)
        if (opened !== null) {
          await opened.manage().window().setRect({ x: 0, y: 0, width: 430, height: 980 })
          return pageOf(opened)
        }
        // Two drivers that start at the same moment can wait forever for their browsers.
        driver.child.kill()
        driver = await startDriver(screen.display)
      }
      throw new Error(`WebKit did not start in ${OPEN_TRIES} tries`)
    },
    async close() {
      driver.child.kill()
      screen.close()
    },
  }
}

/** Returns command-line arguments for a proxy, because WebKitWebDriver ignores the `proxy` capability. */
const proxyArguments = (proxy: string | undefined) =>
  proxy === undefined ? [] : [`--proxy=http://${proxy}`, '--ignore-host=localhost', '--ignore-tls-errors']

function pageOf(driver: WebDriver) {
  let inFrame = false
  async function enter(): Promise<void> {
    if (inFrame) return
    await driver.switchTo().defaultContent()
    if ((await driver.findElements(By.css('plaintext'))).length > 0)
      throw new Error('The guarded tab has not replaced the page yet')
    const [frame] = await driver.findElements(By.id(GUARDED_FRAME))
    if (frame) await driver.switchTo().frame(frame)
  }
  /** Repeats a step until it succeeds, because the page may still be loading or may replace the element. */
  async function eventually<T>(what: string, step: () => Promise<T | null>): Promise<T> {
    const end = Date.now() + PATIENCE_MS
    let last: unknown = null
    while (Date.now() < end) {
      try {
        await enter()
        const found = await step()
        if (found !== null) return found
      } catch (error) {
        last = error
      }
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    const at = await driver.getCurrentUrl().catch(String)
    const text = await driver.executeScript<string>(PAGE_TEXT).catch(String)
    throw new Error(`${what} did not happen at ${at}\n${last ?? ''}\n${text}`)
  }
  /**
   * Scrolls to an element and waits until it stops moving. It polls, because an asynchronous script can hang the
   * driver.
   */
  async function bringToRest(element: WebElement): Promise<void> {
    await driver.executeScript(scrollTo, element)
    for (let before = '', place = 'unknown'; before !== place; ) {
      before = place
      await new Promise(resolve => setTimeout(resolve, REST_MS))
      place = await driver.executeScript<string>(placeOf, element)
    }
  }
  const now = (finding: Finding) =>
    driver.executeScript<WebElement | null>(findVisible, { ...finding, name: patternOf(finding.name) })
  const find = (finding: Finding) => eventually(`finding ${describe(finding)}`, () => now(finding))
  const act = (finding: Finding, run: (element: WebElement) => Promise<unknown>) =>
    eventually(describe(finding), async () => {
      const element = await now(finding)
      if (element === null) return null
      await bringToRest(element)
      await run(element)
      return true
    }).then(() => undefined)
  return {
    driver,
    goto: (url: string) => driver.get(url),
    url: () => driver.getCurrentUrl(),
    async waitForUrl(pattern: RegExp) {
      await eventually(`${pattern}`, async () => (pattern.test(await driver.getCurrentUrl()) ? true : null))
    },
    /** Runs a function or an expression in the page, and resolves to its JSON result. */
    async evaluate<T>(script: string | ((...args: never[]) => T), ...args: unknown[]): Promise<T> {
      await eventually('loading the page', async () => true)
      return typeof script === 'string'
        ? driver.executeScript(`return (async () => (${script}))()`)
        : driver.executeScript(script as () => never, ...args)
    },
    async waitFor(expression: string) {
      await eventually(expression, async () =>
        (await driver.executeScript(`return Boolean(${expression})`)) ? true : null,
      )
    },
    async inFrame(selector: string, steps: () => Promise<unknown>) {
      await eventually(selector, async () => {
        await driver.switchTo().frame(await driver.findElement(By.css(selector)))
        return true
      })
      inFrame = true
      try {
        await steps()
      } finally {
        inFrame = false
      }
    },
    find,
    /** Waits until no such element is visible. */
    async gone(finding: Finding) {
      await eventually(`the end of ${describe(finding)}`, async () =>
        (await now(finding)) === null ? true : null,
      )
    },
    async see(text: string | RegExp) {
      await find({ role: 'text', name: text })
    },
    click: (finding: Finding) => act(finding, element => element.click()),
    /** Replaces the text of a field by typing on the keyboard. */
    type: (finding: Finding, text: string) =>
      // React does not notice that `clear()` has changed a field, and writes the old text back when it renders again.
      act(finding, async element => {
        await element.sendKeys(Key.CONTROL, 'a')
        await element.sendKeys(text)
        // On a busy machine, WebKitWebDriver may release Control only after the text was typed, and the field then gets
        // none of it.
        const typed = await element.getAttribute('value')
        if (plain(typed) !== plain(text)) throw new Error(`the field has ${typed}`)
      }),
    choose: (finding: Finding, value: string) =>
      act(finding, element => element.findElement(By.css(`option[value="${value}"]`)).click()),
    /** Drags the handle of a slider from its start to its end with the mouse. */
    slide: (finding: Finding) =>
      act(finding, async element => {
        const { width } = await element.getRect()
        const from = Math.round(width / 2) - HANDLE_PX / 2
        const drag = driver.actions({ async: true })
        drag.move({ origin: element, x: -from }).press()
        // If the mouse moved only once, the control would take the drag for a tap next to the handle.
        for (let x = -from; x < from; x += from / 4)
          drag.move({ origin: element, x: Math.round(x), duration: 20 })
        await drag.move({ origin: element, x: from, duration: 20 }).release().perform()
      }),
    /** Sets the file of the first file field, even if the field is hidden. */
    attach: (path: string) =>
      eventually('attaching a file', async () => {
        await driver.findElement(By.css('input[type=file]')).sendKeys(path)
        return true
      }).then(() => undefined),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: () => driver.quit(),
  }
}

/** Scrolls to an element unless all of it is already visible. Runs in the page. */
function scrollTo(element: Element): void {
  const { top, bottom } = element.getBoundingClientRect()
  const shown = element.checkVisibility({ contentVisibilityAuto: true })
  if (!shown || top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center' })
}

function placeOf(element: Element): string {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x, y, width, height].join()
}

/** Removes the characters that a field may add or remove while a customer types, such as hyphens in a phone number. */
const plain = (typed: string | null) => typed?.replace(/[-\s,]/g, '')

const patternOf = (name: string | RegExp) =>
  typeof name === 'string' ? { text: name } : { source: name.source }
const describe = ({ role, name }: Finding) => `${role} ${name}`
