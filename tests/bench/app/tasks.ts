import { setTimeout } from 'node:timers/promises'
import { type BarePage, withBarePage } from './bare-browser.ts'
import { launchUrl, shimSource } from './launch.ts'
import { withPhone } from './phone.ts'
import type { Site } from './site.ts'

/** The first address of every screen. */
export const screens = [
  '/',
  '/answer',
  '/receipt',
  '/profile',
  '/updateProfile',
  '/receiptHistory',
  '/answerHistory',
  '/entries',
  '/outbox',
  '/register',
  '/watingAnouncer',
  '/thanks',
  '/comingsoon',
  '/qrcode',
  '/confirm',
  '/endCampaign',
  '/help',
  '/nowhere',
] as const

/** Durations of the page's tasks: CPU milliseconds, scaled to a phone four times slower than this machine. */
export type Tasks = { readonly longest: number; readonly over50: number }

const SLOWER = 4
const LONG_MS = 50
const SHOWN = 'h1'
/** A visit ends after this many milliseconds without requests. */
const QUIET_MS = 1500
const VISIT_MAX_MS = 60_000

type Event = {
  readonly name: string
  readonly tid: number
  readonly pid: number
  /** Start time in microseconds. */
  readonly ts: number
  /** CPU time of the thread in microseconds, without the time of other processes. */
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly url?: string } }
}

/** Measures the page's tasks from opening a screen until the network is idle. */
export function tasksOf(site: Site, path: string): Promise<{ readonly cold: Tasks; readonly warm: Tasks }> {
  site.phone('line', false, path === '/register' ? 'new' : 'customer')
  return withPhone(async ({ folder }) => {
    const open = () => withBarePage(folder, page => measureTasks(page, site, path))
    return { cold: await open(), warm: await open() }
  })
}

async function measureTasks(page: BarePage, site: Site, path: string): Promise<Tasks> {
  await page.send('Emulation.setDeviceMetricsOverride', phoneScreen)
  await page.send('Page.enable')
  // The literal startup's API has its own origin, which the app's policy does not allow.
  await page.send('Page.setBypassCSP', { enabled: true })
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: await shimSource(site) })
  const url = await launchUrl(site, path)
  site.arrivals.length = 0
  return longOf(await traced(page, () => visited(page, site, url)), site.url)
}

const phoneScreen = { width: 390, height: 844, deviceScaleFactor: 3, mobile: true }

async function visited(page: BarePage, site: Site, url: string): Promise<void> {
  await page.send('Page.navigate', { url })
  const giveUp = Date.now() + VISIT_MAX_MS
  const expression = `document.querySelector(${JSON.stringify(SHOWN)}) !== null`
  for (;;) {
    await setTimeout(200)
    const last = Math.max(...site.arrivals.map(({ at, end }) => (Number.isFinite(end) ? end : at)))
    const { result } = await page.send<{ result: { value?: unknown } }>('Runtime.evaluate', { expression })
    if (result.value === true && Date.now() - last > QUIET_MS) return
    if (Date.now() > giveUp) throw new Error(`${new URL(url).pathname} never became idle`)
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

/** Measures the tasks of a document's thread, except the task in which the browser creates the page. */
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
