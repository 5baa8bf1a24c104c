import { setTimeout } from 'node:timers/promises'
import { type BarePage, withBarePage } from './bare-browser.ts'
import { launched, shimOf } from './launch.ts'
import { withPhone } from './phone.ts'
import type { Place } from './place.ts'

/** Every screen of S2; of two addresses of one screen the first. */
export const screens = [
  '/',
  '/answer',
  '/receipt',
  '/profile',
  '/updateProfile',
  '/receiptHistory',
  '/answerHistory',
  '/register',
  '/watingAnouncer',
  '/thanks',
  '/comingsoon',
  '/qrcode',
  '/confirm',
  '/endCampaign',
  '/nowhere',
] as const

/** Milliseconds of the processor's own time on a phone four times slower than this machine. */
export type Tasks = { readonly longest: number; readonly over50: number }

const SLOWER = 4
const LONG_MS = 50
const SHOWN = 'h1'
/** Nothing was fetched for as long: the visit is over. */
const QUIET_MS = 1500
const VISIT_MAX_MS = 60_000

type Event = {
  readonly name: string
  readonly tid: number
  readonly pid: number
  /** When it began, in microseconds. */
  readonly ts: number
  /** Of the thread's own time, in microseconds: what else the machine does is not in it. */
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly url?: string } }
}

/** The page's tasks from opening a screen until nothing is fetched any more. */
export function tasksOf(place: Place, path: string): Promise<{ readonly cold: Tasks; readonly warm: Tasks }> {
  place.phone('line', false, path === '/register')
  return withPhone(async ({ folder }) => {
    const open = () => withBarePage(folder, page => opened(page, place, path))
    return { cold: await open(), warm: await open() }
  })
}

async function opened(page: BarePage, place: Place, path: string): Promise<Tasks> {
  await page.send('Emulation.setDeviceMetricsOverride', phoneScreen)
  await page.send('Page.enable')
  // The literal order's API has an origin of its own, which the app's policy does not name.
  await page.send('Page.setBypassCSP', { enabled: true })
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: await shimOf(place) })
  const url = await launched(place, path)
  place.arrivals.length = 0
  return longOf(await traced(page, () => visited(page, place, url)), place.url)
}

const phoneScreen = { width: 390, height: 844, deviceScaleFactor: 3, mobile: true }

async function visited(page: BarePage, place: Place, url: string): Promise<void> {
  await page.send('Page.navigate', { url })
  const giveUp = Date.now() + VISIT_MAX_MS
  const expression = `document.querySelector(${JSON.stringify(SHOWN)}) !== null`
  for (;;) {
    await setTimeout(200)
    const last = Math.max(...place.arrivals.map(({ at, end }) => (Number.isFinite(end) ? end : at)))
    const { result } = await page.send<{ result: { value?: unknown } }>('Runtime.evaluate', { expression })
    if (result.value === true && Date.now() - last > QUIET_MS) return
    if (Date.now() > giveUp) throw new Error(`${new URL(url).pathname} did not come to rest`)
  }
}

async function traced(page: BarePage, run: () => Promise<void>): Promise<readonly Event[]> {
  const events: Event[] = []
  page.on('Tracing.dataCollected', params => events.push(...(params as { value: Event[] }).value))
  const complete = new Promise<void>(resolve => page.on('Tracing.tracingComplete', () => resolve()))
  const includedCategories = ['disabled-by-default-devtools.timeline', 'devtools.timeline']
  await page.sendBrowser('Tracing.start', { traceConfig: { includedCategories, excludedCategories: ['*'] } })
  await run()
  await page.sendBrowser('Tracing.end')
  await complete
  return events
}

/**
 * Of the thread that opened a document of `origin`: Chromium's own pages have one, too. The task in which the browser
 * makes the page is before its first byte; half of it is the emulator's script, which the browser runs there.
 */
function longOf(events: readonly Event[], origin: string): Tasks {
  const page = events.find(({ name, args }) => name === 'CommitLoad' && args?.data?.url?.startsWith(origin))
  if (page === undefined) throw new Error('the page was not opened')
  const lengths = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === page.pid && tid === page.tid)
    .filter(({ ts }) => ts > page.ts)
    .map(({ tdur = 0 }) => (tdur / 1000) * SLOWER)
  return {
    longest: Math.round(Math.max(0, ...lengths)),
    over50: lengths.filter(length => length > LONG_MS).length,
  }
}
