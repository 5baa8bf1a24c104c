import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LiffHost, startLiffHost } from '#emulator-tests/kit/liff-host.ts'
import { startLineTrap } from '#emulator-tests/kit/line-trap.ts'
import { BLOCKED, CAUGHT, inThisCircle, TOP } from '#tests/kit/escapes.ts'
import { startWebKit, type WebKit, type WebKitPage } from '#tests/kit/webkit.ts'

const BUILD = 'full-2.26.1'

let webkit: WebKit
let host: LiffHost
let trap: Awaited<ReturnType<typeof startLineTrap>>
let page: WebKitPage

beforeAll(async () => {
  ;[trap, host] = await Promise.all([startLineTrap(), startLiffHost()])
  webkit = await startWebKit()
  await host.load('not-in-client')
  page = await webkit.open(trap.address)
})
afterAll(async () => {
  await page.close()
  await Promise.all([webkit.close(), host.close(), trap.close()])
})
beforeEach(async () => {
  await page.goto(`${host.url}/${BUILD}/`)
  await page.waitFor('window.started !== undefined')
})
afterEach(() => {
  expect(trap.takeEscaped()).toEqual([])
})

/** Runs a script in the app after the script that starts it has ended. */
const run = (script: string) => page.evaluate(`void setTimeout(() => { ${script} })`)

/** Returns the text of the guarded tab's message, or null while it is hidden. */
const message = () =>
  page.evaluate<string | null>(
    "(notice => (notice?.hidden === false ? notice.innerText : null))(parent.document.querySelector('[role=alert]'))",
  )

test('a page without the shim leaves for the real LINE, and the proxy sees it', async () => {
  await page.goto(`${host.url}/panel.html`)
  await run("location.href = 'https://line.me/'")
  await expect.poll(trap.takeEscaped).toContain('line.me')
})

test.each(inThisCircle(CAUGHT))('$by leads to the emulated LINE', async ({ script }) => {
  await run(script)
  await page.waitForUrl(/\/__line\/line\.me\/R\/ti\/p/)
})

test.each(inThisCircle(BLOCKED))(
  '$by is blocked, the page says so, and the app goes on',
  async ({ script }) => {
    await run(script)
    await expect.poll(message).toContain('https://line.me')
    expect(await page.evaluate('window.started.init')).toBe('done')
  },
)

test.each(inThisCircle(TOP))('$by cannot leave the tab', async ({ script }) =>
  expect(await page.evaluate(`(() => { try { ${script} } catch (error) { return error.name } })()`)).toBe(
    'SecurityError',
  ),
)

test('liff:// by a way that the shim cannot see is blocked, and the page says so', async () => {
  await run("location['href'] = 'liff://close'")
  await expect.poll(message).toContain('liff://')
})
