import { writeFile } from 'node:fs/promises'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { LIFF_ID } from './e2e.ts'
import { type FaultCampaign, startFaultCampaign, type Visitor } from './fault-campaign.ts'
import { CORE_FAULTS, FAULT_MODES, type Mode } from './fault-modes.ts'

export type Scene = {
  readonly page: Page
  readonly context: BrowserContext
  readonly campaign: FaultCampaign
  readonly who: Visitor
  readonly mode: Mode
  /** A receipt's number that nobody else sends: a store takes each number once, from whomever. */
  no(n: number): string
  /** Opens the app as the customer would, and waits until home is there; with a worker, until it serves the page. */
  open(page?: Page): Promise<void>
  /** Another tab on the same phone, already open. */
  secondTab(): Promise<Page>
}

type Fixtures = { readonly errors: string[] }

const test = base.extend<Fixtures, { campaign: FaultCampaign }>({
  // A film of every test costs more than the tests; the list of arrivals tells what a fault did.
  trace: ['off', { scope: 'worker' }],
  campaign: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const campaign = await startFaultCampaign()
      await use(campaign)
      await campaign.close()
    },
    { scope: 'worker' },
  ],
  errors: async ({ context }, use) => {
    const errors: string[] = []
    context.on('weberror', error => errors.push(String(error.error())))
    await use(errors)
    expect(errors, 'no uncaught error in any page').toEqual([])
  },
})

export { expect }

/** Defines the test of one fault, in each browser that `FAULT_MODES` has for it. `name` begins with the fault's number. */
export function fault(name: string, run: (scene: Scene) => Promise<void>) {
  const number = /^\d+[a-z]?/.exec(name)?.[0] ?? ''
  const modes = FAULT_MODES[number]
  if (!modes) throw new Error(`fault-modes.ts does not list fault ${number}`)
  for (const mode of modes) {
    const tag = CORE_FAULTS.includes(number) && mode === modes.at(-1) ? '@core' : []
    test(`${name} [${mode}]`, { tag }, async ({ page, context, campaign, errors }, info) => {
      expect(errors).toEqual([])
      campaign.origin.up()
      campaign.origin.heal()
      campaign.deploy('v1')
      const who = await campaign.visitor()
      campaign.phoneOf(who, mode)
      campaign.origin.arrivals.length = 0
      const open = (at: Page = page) => openApp(at, campaign, mode)
      async function secondTab() {
        const second = await context.newPage()
        await second.goto(campaign.origin.url)
        await expect(home(second)).toBeVisible()
        // Opened without a launch by LINE: the SDK goes to LINE Login and comes back.
        if (mode === 'no-worker') await loggedIntoLine(second)
        return second
      }
      tests += 1
      const prefix = `T${tests}`
      const no = (n: number) => `${prefix}-${String(n).padStart(3, '0')}`
      await run({ page, context, campaign, who, mode, no, open, secondTab }).catch(async (error: unknown) => {
        await writeFile(info.outputPath('arrivals.txt'), arrivalsOf(campaign))
        throw error
      })
    })
  }
}

/** What came to the origin, one line each: the first thing to read when a test fails. */
const arrivalsOf = ({ origin }: FaultCampaign) =>
  origin.arrivals
    .filter(({ path, fault }) => fault !== null || !/^\/(assets|__)/.test(path))
    .map(({ at, method, path, fault, status, replayed }) =>
      [new Date(at).toISOString(), method, path, fault ?? '-', status ?? '-', replayed].join(' '),
    )
    .join('\n')

let tests = 0

/** What only the home screen of a signed-in customer shows. */
export const home = (page: Page) => page.getByText('สิทธิ์ของคุณ')

/**
 * Waits for the server's word on this page's own sign-in: home may be there before it, and what ends a session must
 * come after.
 */
export async function signedIn(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => new URL(name).pathname === '/api/authorization/login'),
  )
}

/** Ends a page's process, as a phone that needs the memory does. */
export async function crash(page: Page): Promise<void> {
  const gone = page.waitForEvent('crash')
  const cdp = await page.context().newCDPSession(page)
  cdp.send('Page.crash').catch(() => undefined)
  await gone
}

/** Where the customer enters: the campaign's address, or its link in a chat. */
export const openUrl = ({ origin }: FaultCampaign, mode: Mode): string =>
  mode === 'worker' ? origin.url : `${origin.url}/__line/liff.line.me/${LIFF_ID}`

async function loggedIntoLine(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(sessionStorage).some(key => key.endsWith(':accessToken')))
}

async function openApp(page: Page, campaign: FaultCampaign, mode: Mode): Promise<void> {
  await page.goto(openUrl(campaign, mode))
  await expect(home(page)).toBeVisible()
  // A browser that was killed may have lost LINE's session: the page then leaves for LINE Login, and these wait on.
  await page.waitForFunction(worker => 'serviceWorker' in navigator === worker, mode === 'worker')
  // Home is there before LINE's SDK has its session, and without one the SDK leaves for LINE Login when it starts again.
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
