import type { BrowserContext, Page } from '@playwright/test'
import type { Arrival, Place } from './place.ts'

const LIFF_ID = '2000000001-Campaign'

/** What one visit cost until the customer could act. */
export type Counts = {
  /** Documents, scripts, styles and calls that reached any server, up to then. */
  readonly requests: number
  /** The longest row of requests each of which waited for the one before it to end. */
  readonly roundTrips: number
  readonly origins: number
  readonly preflights: number
  readonly bytes: number
}

/** Milliseconds from the request for the document. */
export type Times = {
  readonly firstPaint: number
  readonly largestPaint: number
  readonly interactive: number
  /** The longest task until then, and how many were over 50 ms. */
  readonly longestTask: number
  readonly longTasks: number
  /** How long the document waited for the emulator's own script, which LINE does not have. */
  readonly emulator: number
}

export type Visit = { readonly counts: Counts; readonly times: Times }

/** Watches, from inside the page, when what a visit is for is there: a link or a heading that `selector` names. */
const watch = (selector: string) => `
  (() => {
    const seen = { at: 0, largest: 0, tasks: [] }
    globalThis.__seen = seen
    const look = () => {
      if (seen.at !== 0 || document.querySelector(${JSON.stringify(selector)}) === null) return
      seen.at = -1
      requestAnimationFrame(() => setTimeout(() => { seen.at = performance.now() }))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
    const observe = (type, run) =>
      new PerformanceObserver(list => list.getEntries().forEach(run)).observe({ type, buffered: true })
    observe('largest-contentful-paint', entry => { seen.largest = entry.startTime })
    observe('longtask', entry => { seen.tasks.push([entry.startTime, entry.duration]) })
  })()
`

/** Where a visit begins: LINE's link in a chat, or the address itself in another browser. */
export const addressOf = (place: Place, kind: 'line' | 'browser', path = ''): string =>
  kind === 'line' ? `${place.url}/__line/liff.line.me/${LIFF_ID}${path}` : `${place.url}${path || '/'}`

/** Opens an address and measures until `selector` is there. `from`: counts from the last document of the visit only. */
export async function visit(
  page: Page,
  place: Place,
  address: string,
  selector: string,
  from: 'the app' | 'the start' = 'the app',
): Promise<Visit> {
  await page.addInitScript(watch(selector))
  place.arrivals.length = 0
  const began = Date.now()
  await page.goto(address)
  const seen = await whenSeen(page)
  const tasks = seen.tasks.filter(([start]) => start < seen.at).map(([, duration]) => duration)
  const since = from === 'the app' ? Math.floor(seen.origin) : began
  return {
    counts: countsOf(place.arrivals, since, seen.origin + seen.at),
    times: {
      firstPaint: seen.first,
      largestPaint: seen.largest,
      interactive: seen.at,
      longestTask: Math.max(0, ...tasks),
      longTasks: tasks.filter(duration => duration > 50).length,
      emulator: seen.emulator,
    },
  }
}

type Seen = {
  readonly at: number
  readonly largest: number
  readonly tasks: readonly (readonly [start: number, duration: number])[]
  readonly origin: number
  readonly first: number
  readonly emulator: number
}

const LOOK = `({
  ...globalThis.__seen,
  origin: performance.timeOrigin,
  first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  emulator: performance.getEntriesByType('resource').find(one => one.name.endsWith('/__emulator/shim.js'))?.duration ?? 0,
})`

/** Asks again and again: a visit may go through several documents, and the app's policy lets nobody wait inside it. */
async function whenSeen(page: Page): Promise<Seen> {
  for (let tries = 0; tries < 300; tries += 1) {
    const seen = (await page.evaluate(LOOK).catch(() => null)) as Seen | null
    if (seen !== null && seen.at > 0) return seen
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`nothing came of ${page.url()}`)
}

export function countsOf(all: readonly Arrival[], from: number, to: number): Counts {
  const arrivals = all.filter(({ at }) => at >= from && at <= to)
  return {
    requests: arrivals.length,
    roundTrips: longestRow(arrivals.filter(({ end }) => end <= to)),
    origins: new Set(arrivals.map(({ host }) => host)).size,
    preflights: arrivals.filter(({ preflight }) => preflight).length,
    bytes: arrivals.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Greedy by the end, as for any schedule: how many can follow one another. */
export function longestRow(arrivals: readonly Pick<Arrival, 'at' | 'end'>[]): number {
  let count = 0
  let free = Number.NEGATIVE_INFINITY
  for (const { at, end } of arrivals.toSorted((a, b) => a.end - b.end)) {
    if (at < free) continue
    count += 1
    free = end
  }
  return count
}

/** A cheap phone on a bad network: Lighthouse's slow 4G, and a processor four times slower than this one. */
export async function slow(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
