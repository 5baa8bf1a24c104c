import { writeFile } from 'node:fs/promises'
import { test as base, expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { BACKOFF_CAP_MS } from '#src/outbox/limits.ts'
import { LIFF_ID } from './e2e.ts'
import { type FaultCampaign, startFaultCampaign, type Visitor } from './fault-campaign.ts'
import { CORE_FAULTS, FAULT_MODES, type Mode, WEBKIT_CORE_FAULTS, WEBKIT_EXCEPTIONS } from './fault-modes.ts'
import { chromiumPhone, type PhoneBrowser } from './phone-browser.ts'
import { countQueuedJobs } from './phone-storage.ts'
import { simpleFixture } from './simple-fixture.ts'
import { startWebKitPhone, type WebKitPhone } from './webkit-phone.ts'

export type Scene = Pick<PhoneBrowser, 'page' | 'context'> & {
  readonly phone: PhoneBrowser
  readonly campaign: FaultCampaign
  readonly who: Visitor
  readonly mode: Mode
  /** Returns a unique receipt number. The server accepts each number only once per store. */
  no(n: number): string
  /** Opens the app and waits for the home screen and, if the browser has a worker, for it to control the page. */
  open(page?: Page): Promise<void>
  secondTab(): Promise<Page>
}

type Fixtures = { readonly errors: string[]; readonly webkit: WebKitPhone; readonly phone: PhoneBrowser }

const inWebKit = process.env.TEST_WEBKIT !== undefined

const test = base.extend<Fixtures, { campaign: FaultCampaign }>({
  campaign: [simpleFixture(startFaultCampaign, campaign => campaign.close()), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  errors: async ({}, use) => {
    const errors: string[] = []
    await use(errors)
    expect(errors, 'no uncaught error in any page').toEqual([])
  },
  webkit: async ({ campaign, errors }, use) => {
    const { origin } = campaign
    const phone = await startWebKitPhone({
      setOffline: offline => (offline ? origin.down() : origin.up()),
      onError: error => errors.push(String(error)),
    })
    await use(phone)
    await phone.close()
  },
  phone: inWebKit
    ? ({ webkit }, use) => use(webkit)
    : async ({ page, context, errors }, use) => {
        context.on('weberror', error => errors.push(String(error.error())))
        await use(chromiumPhone(page, context))
      },
})

/** Defines tests that need access to WebKit's processes. They run in WebKitGTK only. */
export const webkitTest = test

/** Defines tests that run in Chromium only, such as the tests of an older release's app. */
export const chromiumTest = test

export { expect }

/**
 * Defines one test of a fault for each browser that `FAULT_MODES` lists for the fault. `name` begins with the fault's
 * number.
 */
export function fault(name: string, run: (scene: Scene) => Promise<void>) {
  const number = /^\d+[a-z]?/.exec(name)?.[0] ?? ''
  const modes = FAULT_MODES[number]
  if (!modes) throw new Error(`fault-modes.ts does not list fault ${number}`)
  const inThisBrowser = (mode: Mode) => !inWebKit || (mode === 'no-worker' && !(number in WEBKIT_EXCEPTIONS))
  for (const mode of modes.filter(inThisBrowser))
    test(`${name} [${mode}]`, { tag: tagsOf(number, mode === modes[0]) }, ({ phone, campaign }, info) =>
      play({ phone, campaign, mode }, info, run),
    )
}

type Played = Pick<Scene, 'phone' | 'campaign' | 'mode'>

/**
 * Signs in a new customer on the phone and runs a test. If the test fails, saves a list of the requests that were made
 * and the page's text.
 */
export async function play(
  { phone, campaign, mode }: Played,
  info: TestInfo,
  run: (scene: Scene) => Promise<void>,
): Promise<void> {
  const { page, context } = phone
  campaign.origin.up()
  campaign.origin.heal()
  campaign.deploy('v1')
  const who = await campaign.visitor()
  campaign.phoneOf(who, mode)
  campaign.origin.arrivals.length = 0
  const open = (at: Page = page) => openApp(phone, at, campaign, mode)
  async function secondTab() {
    const second = await context.newPage()
    await phone.visit(second, campaign.origin.url)
    await expect(home(second)).toBeVisible()
    // LINE did not open this tab, so the SDK redirects to LINE Login and back.
    if (mode === 'no-worker') await loggedIntoLine(second)
    return second
  }
  tests += 1
  const prefix = `T${tests}`
  const no = (n: number) => `${prefix}-${String(n).padStart(3, '0')}`
  await run({ phone, page, context, campaign, who, mode, no, open, secondTab }).catch(
    async (error: unknown) => {
      await writeFile(info.outputPath('arrivals.txt'), arrivalsOf(campaign))
      await writeFile(info.outputPath('page.txt'), await stateOf(page))
      throw error
    },
  )
}

/** Returns the tags of a fault's test in this browser: see `tests/kit/circle.ts`. */
function tagsOf(number: string, isFirstMode: boolean): string[] {
  const core = inWebKit ? WEBKIT_CORE_FAULTS : isFirstMode ? CORE_FAULTS : []
  if (core.includes(number)) return ['@core']
  return isFirstMode || inWebKit ? [] : ['@nightly']
}

const arrivalsOf = ({ origin }: FaultCampaign) =>
  origin.arrivals
    .filter(({ path, fault }) => fault !== null || !/^\/(assets|__emulator)/.test(path))
    .map(({ at, method, path, fault, status, replayed }) =>
      [new Date(at).toISOString(), method, path, fault ?? '-', status ?? '-', replayed].join(' '),
    )
    .join('\n')

/** Returns a page's URL and the beginning of its text, to be saved when a test fails. */
async function stateOf(page: Page): Promise<string> {
  const text = page.evaluate(() => document.body.innerText.slice(0, 1000))
  return `${page.url()}\n${await text.catch(error => String(error))}`
}

let tests = 0

/** A text that only a signed-in customer's home screen shows. */
export const home = (page: Page) => page.getByText('สิทธิ์ของคุณ')

/** Waits until the server has responded to this page's sign-in. Home can render from the cache before that. */
export async function signedIn(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === '/api/visit'),
  )
}

/** Returns the URL that opens the app: the campaign's URL, or its LIFF link as in a chat. */
export const openUrl = ({ origin }: FaultCampaign, mode: Mode): string =>
  mode === 'worker' ? origin.url : `${origin.url}/__line/liff.line.me/${LIFF_ID}`

/**
 * Waits until LINE's SDK has an access token. If the app's first call takes too long, the app shows what the phone has
 * stored and goes to LINE Login only at the next visit, so the page is reloaded.
 */
async function loggedIntoLine(page: Page): Promise<void> {
  const hasToken = () => Object.keys(sessionStorage).some(key => key.endsWith(':accessToken'))
  await page.waitForFunction(hasToken, undefined, { timeout: 20_000 }).catch(() => page.reload())
  await page.waitForFunction(hasToken)
}

export async function openApp(
  phone: PhoneBrowser,
  page: Page,
  campaign: FaultCampaign,
  mode: Mode,
): Promise<void> {
  await phone.visit(page, openUrl(campaign, mode))
  await expect(home(page)).toBeVisible()
  // A browser that was killed may have lost LINE's session. The page then goes to LINE Login first, and the checks
  // below wait until it is back.
  await page.waitForFunction(worker => 'serviceWorker' in navigator === worker, mode === 'worker')
  // Home can render before LINE's SDK has a session. An SDK that starts without a session goes to LINE Login.
  if (mode === 'no-worker') return loggedIntoLine(page)
  const controlled = await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller === null ? 'not yet' : 'yes'
  })
  if ((await controlled.jsonValue()) === 'yes') return
  await page.reload()
  await expect(home(page)).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** Waits until no queued job is left. Meanwhile keeps telling the tabs that the phone is online. */
export async function delivered(page: Page, ...otherTabs: readonly Page[]): Promise<void> {
  const timeout = 2 * BACKOFF_CAP_MS.visible
  await expect
    .poll(
      async () => {
        for (const tab of [page, ...otherTabs]) await tab.evaluate(() => dispatchEvent(new Event('online')))
        return countQueuedJobs(page)
      },
      { timeout },
    )
    .toBe(0)
}

/** Advances a page's Playwright clock, one second at a time, until an element is visible. */
export async function passTimeUntil(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(wanted).toBeVisible({ timeout: 1 })
  }).toPass({ intervals: [1] })
}
