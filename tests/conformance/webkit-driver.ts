import { rewriteNavigations } from '#emulator/line-navigation.ts'
import { BETWEEN_CASES, BETWEEN_PAGE } from '#emulator-tests/conformance/browser-slot.ts'
import type { Driver } from '#emulator-tests/conformance/driver.ts'
import { emulateLine } from '#emulator-tests/conformance/emulated-line.ts'
import {
  type InterceptingProxy,
  startInterceptingProxy,
} from '#emulator-tests/conformance/intercepting-proxy.ts'
import type { Outcome, SeenError } from '#emulator-tests/conformance/outcome.ts'
import type { PageResult } from '#emulator-tests/conformance/page/page-case.ts'
import { bundlePage } from '#emulator-tests/conformance/page-bundle.ts'
import { appPageOf, createPageNetwork, type PageNetwork } from '#emulator-tests/conformance/page-network.ts'
import { pageCase, waitForRequests } from '#emulator-tests/conformance/platform-driver.ts'
import { bundleSdk, type SdkVersion } from '#emulator-tests/conformance/sdk-bundle.ts'
import { startWebKit, type WebKit, type WebKitPage } from '#tests/kit/webkit.ts'

/** A WebKit page that runs one case after another, behind its own proxy that answers all its requests. */
type Slot = {
  readonly webkit: WebKit
  readonly page: WebKitPage
  readonly proxy: InterceptingProxy
  network: PageNetwork | null
}

/** Opens a browser. WebKitWebDriver has one session at a time, so each slot has its own. */
async function openSlot(): Promise<Slot> {
  const between = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(BETWEEN_PAGE) }
  const proxy = await startInterceptingProxy(async request =>
    request.url === BETWEEN_CASES ? between : ((await slot.network?.answer(request)) ?? null),
  )
  const webkit = await startWebKit()
  const page = await webkit.open(proxy.address)
  await page.driver.manage().setTimeouts({ script: 60_000, pageLoad: 60_000 })
  const slot: Slot = { webkit, page, proxy, network: null }
  return slot
}

/**
 * Leaves the case's page, and removes what it stored. WebKitWebDriver answers before WebKit has deleted the cookies,
 * and a late deletion would remove the next case's cookies. So this adds a cookie and waits until the deletion has
 * removed it.
 */
async function clear(slot: Slot): Promise<void> {
  const { page } = slot
  slot.network = null
  await page.goto(BETWEEN_CASES)
  await page.driver.manage().addCookie({ name: 'between-cases', value: '1' })
  await page.waitFor("document.cookie.includes('between-cases')")
  await page.driver.manage().deleteAllCookies()
  await page.waitFor("!document.cookie.includes('between-cases')")
}

/** Gives the error of a failed `fetch` Chromium's message, which the cases expect. Each browser has its own message. */
function sameText<T>(settled: T | { readonly error: SeenError }): T | { readonly error: SeenError } {
  if (typeof settled !== 'object' || settled === null || !('error' in settled)) return settled
  const { error } = settled
  const failedFetch = error.name === 'TypeError' && error.message === 'Load failed'
  return failedFetch ? { error: { ...error, message: 'Failed to fetch' } } : settled
}

/**
 * Runs cases with the SDK in WebKitGTK, which has no Navigation API. The SDK's script and the case's call are rewritten
 * as the emulator does for an app, so that they pass their navigations to the recorder; the rest is unmodified.
 */
export async function createWebKitDriver(sdk: SdkVersion): Promise<Driver & { close(): Promise<void> }> {
  const [sdkCode, recorder, runCase] = await Promise.all([
    bundleSdk(sdk),
    bundlePage('recorder'),
    bundlePage('run-case'),
  ])
  const sdkScript = `${rewriteNavigations(sdkCode)}\n;${runCase}`
  const slots: Slot[] = []
  const free: Slot[] = []

  let opening: Promise<unknown> = Promise.resolve()
  async function takeSlot(): Promise<Slot> {
    const idle = free.pop()
    if (idle) return idle
    const opened = opening.then(openSlot)
    opening = opened.catch(() => undefined)
    slots.push(await opened)
    return opened
  }

  return {
    name: `WebKit x ${sdk}`,
    async run(one, expect): Promise<Outcome> {
      const line = await emulateLine(one)
      const slot = await takeSlot()
      const { page } = slot
      await clear(slot)
      const own = pageCase({ one, expect, line })
      const phone = { userAgent: line.userAgent, language: one.setup.locale ?? 'en-US' }
      const inPage = JSON.stringify({ ...own, phone, call: rewriteNavigations(own.call) })
      const network = createPageNetwork({
        ...{ line, sdkScript, appPage: appPageOf(`window.__case = ${inPage};\n${recorder}`) },
        // WebDriver runs one script at a time, and the case's script is already running.
        scriptsSettled: () => new Promise(resolve => setTimeout(resolve, 150)),
      })
      slot.network = network
      await page.goto(line.launchUrl)
      const result = JSON.parse(await page.evaluate<string>('window.__runCase()')) as PageResult
      await waitForRequests(expect, network.requests)
      free.push(slot)
      return {
        ...result,
        init: sameText(result.init),
        call: sameText(result.call),
        requests: network.requests,
      }
    },
    async close() {
      for (const { webkit, page, proxy } of slots) {
        await page.close()
        await Promise.all([webkit.close(), proxy.close()])
      }
    },
  }
}
