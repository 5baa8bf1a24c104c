import type { Browser, Page } from '@playwright/test'
import { type BrowserSlot, openSlot } from './browser-slot.ts'
import type { ConformanceCase, Expectation } from './cases.ts'
import type { Driver } from './driver.ts'
import { type EmulatedLine, emulateLine } from './emulated-line.ts'
import type { Outcome, SeenRequest } from './outcome.ts'
import type { PageCase, PageResult } from './page/page-case.ts'
import { bundlePage } from './page-bundle.ts'
import { appPageOf, createPageNetwork } from './page-network.ts'
import { APP_ORIGIN, LIFF_ID } from './scenario-from-setup.ts'
import { bundleSdk, type SdkVersion } from './sdk-bundle.ts'
import { storedValues } from './stored-values.ts'

/**
 * Runs cases with the unmodified SDK in a real browser. This process answers all requests to LINE's hosts
 * with the emulator. Each case gets an empty page and its own emulated LINE. There are as many pages as
 * concurrent cases.
 */
export async function createPlatformDriver(browser: Browser, sdk: SdkVersion): Promise<Driver> {
  const [sdkScript, recorder, runCase] = await Promise.all([
    bundleSdk(sdk),
    bundlePage('recorder'),
    bundlePage('run-case'),
  ])
  const scripts = { sdkScript: `${sdkScript}\n;${runCase}`, recorder }
  const free: BrowserSlot[] = []
  return {
    name: `platform x ${sdk}`,
    async run(one, expect) {
      const line = await emulateLine(one)
      const slot = free.pop() ?? (await openSlot(browser))
      // If `end` fails, the slot is not reused, because its page may still have the case's data.
      const outcome = await runInSlot(slot, { one, expect, line, ...scripts }).finally(() => slot.end())
      free.push(slot)
      return outcome
    },
  }
}

export type Run = {
  readonly one: ConformanceCase
  readonly expect: Expectation
  readonly line: EmulatedLine
  readonly sdkScript: string
  readonly recorder: string
}

async function runInSlot(slot: BrowserSlot, run: Run): Promise<Outcome> {
  const { one, expect, line, sdkScript, recorder } = run
  const { page } = slot
  const appPage = appPageOf(`window.__case = ${JSON.stringify(pageCase(run))};\n${recorder}`)
  const scriptsSettled = () => page.evaluate('window.__scriptsSettled()')
  const network = createPageNetwork({ scriptsSettled, line, appPage, sdkScript })
  await slot.begin({
    userAgent: line.userAgent,
    locale: one.setup.locale ?? 'en-US',
    answer: network.answer,
  })
  await page.goto(line.launchUrl)
  const result = await runCaseIn(page)
  await waitForRequests(expect, network.requests)
  return { ...result, requests: network.requests }
}

async function runCaseIn(page: Page): Promise<PageResult> {
  return JSON.parse(await page.evaluate<string>('window.__runCase()')) as PageResult
}

/**
 * Waits up to a second for the expected requests, because they may leave the browser after the call has
 * ended.
 */
export async function waitForRequests(
  { requests: wanted = [], body }: Expectation,
  seen: readonly SeenRequest[],
): Promise<void> {
  const missing = () =>
    wanted.some(prefix => !seen.some(({ method, url }) => `${method} ${url}`.startsWith(prefix))) ||
    (body !== undefined && !seen.some(({ url }) => url.includes(body.url)))
  for (let tries = 0; tries < 40 && missing(); tries++) await new Promise(resolve => setTimeout(resolve, 25))
}

export function pageCase({ one, expect, line }: Pick<Run, 'expect' | 'line' | 'one'>): PageCase {
  const { setup, call } = one
  return {
    liffId: LIFF_ID,
    appOrigin: APP_ORIGIN,
    phone: null,
    initCalled: setup.initCalled ?? true,
    initOptions: setup.initOptions ?? {},
    call,
    staysPending: expect.init === '__pending__',
    navigations: expect.nav?.length ?? 0,
    recordSame: setup.recordSame ?? false,
    ...storedValues(setup, line.storedSession),
    bridge: setup.where === 'client' && !setup.bridgeless ? (setup.bridge ?? {}) : null,
    referrer: setup.referrer ?? null,
    historyLength: setup.historyLength ?? null,
    popupBlocked: setup.popupBlocked ?? false,
    confirmAnswer: setup.confirm ?? true,
    promptAnswer: setup.promptAnswer ?? null,
  }
}
