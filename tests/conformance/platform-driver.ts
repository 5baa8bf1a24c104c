import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { ConformanceCase, Expectation } from './cases.ts'
import type { Driver } from './driver.ts'
import { type EmulatedLine, emulateLine } from './emulated-line.ts'
import type { Outcome, SeenRequest } from './outcome.ts'
import type { PageCase, PageResult } from './page/page-case.ts'
import { bundlePage } from './page-bundle.ts'
import { APP_ORIGIN, LIFF_ID } from './scenario-of-setup.ts'
import { bundleSdk, type SdkVersion } from './sdk-bundle.ts'
import { storedValues } from './stored-values.ts'
import { createWire } from './wire.ts'

/**
 * The unmodified SDK in a real browser against the emulator's core: every request to LINE's own hosts is answered in
 * this process. One browser context and one LINE per case.
 */
export async function createPlatformDriver(browser: Browser, sdk: SdkVersion): Promise<Driver> {
  const [sdkScript, recorder, runCase] = await Promise.all([
    bundleSdk(sdk),
    bundlePage('recorder'),
    bundlePage('run-case'),
  ])
  const script = `${sdkScript}\n;${runCase}`
  return {
    name: `platform x ${sdk}`,
    async run(one, expect) {
      const line = await emulateLine(one)
      const context = await browser.newContext({
        userAgent: line.userAgent,
        locale: one.setup.locale ?? 'en-US',
      })
      try {
        return await runInContext(context, { one, expect, line, script, recorder })
      } finally {
        await context.close()
      }
    },
  }
}

interface Run {
  readonly one: ConformanceCase
  readonly expect: Expectation
  readonly line: EmulatedLine
  readonly script: string
  readonly recorder: string
}

async function runInContext(context: BrowserContext, run: Run): Promise<Outcome> {
  const { expect, line, script, recorder } = run
  const lines: string[] = []
  const page = await context.newPage()
  page.on('console', message => lines.push(message.text()))
  const wire = createWire(line, script)
  await context.route('**/*', wire.answer)
  await context.addInitScript({
    content: `window.__case = ${JSON.stringify(pageCase(run))};\n${recorder}`,
  })
  await page.goto(line.launchUrl)
  const result = await runCaseIn(page)
  await seenOnTheWire(expect, wire.requests)
  return { ...result, requests: wire.requests, console: lines }
}

async function runCaseIn(page: Page): Promise<PageResult> {
  return JSON.parse(await page.evaluate<string>('window.__runCase()')) as PageResult
}

/** Requests leave the page later than its calls end: the wanted ones are given a second. */
async function seenOnTheWire(
  { requests: wanted = [], body }: Expectation,
  seen: readonly SeenRequest[],
): Promise<void> {
  const missing = () =>
    wanted.some(prefix => !seen.some(({ method, url }) => `${method} ${url}`.startsWith(prefix))) ||
    (body !== undefined && !seen.some(({ url }) => url.includes(body.url)))
  for (let tries = 0; tries < 40 && missing(); tries++) await new Promise(resolve => setTimeout(resolve, 25))
}

function pageCase({ one, expect, line }: Run): PageCase {
  const { setup, call } = one
  return {
    liffId: LIFF_ID,
    appOrigin: APP_ORIGIN,
    initCalled: setup.initCalled ?? true,
    initOptions: setup.initOptions ?? {},
    call,
    staysPending: expect.init === '__pending__',
    navigations: expect.nav?.length ?? 0,
    recordSame: setup.recordSame ?? false,
    ...storedValues(setup, line.kept),
    bridge: setup.where === 'client' && !setup.bridgeless ? (setup.bridge ?? {}) : null,
    popupBlocked: setup.popupBlocked ?? false,
    confirmAnswer: setup.confirm ?? true,
    promptAnswer: setup.promptAnswer ?? null,
  }
}
