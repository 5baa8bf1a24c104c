import type { Page } from '@playwright/test'
import type { Arrival, Site } from './site.ts'

export const LIFF_ID = '2000000001-Campaign'

export type Counts = {
  /** Documents, scripts, styles and calls that any server received before the customer could act. */
  readonly requests: number
  /** Length of the longest chain of requests in which each started after the previous one had ended. */
  readonly roundTrips: number
  readonly origins: number
  /** Preflights that were answered before the customer could act. */
  readonly preflights: number
  readonly bytes: number
}

/**
 * Script for a page whose requests are counted. It sends requests for LINE's hosts to separate origins such as
 * `api.line.me.localhost`. Otherwise the emulator's script, which runs later, would send them to the page's own origin,
 * for which the browser makes no CORS preflights. It also keeps the visit out of the one visit in ten that reports its
 * times: that report is sent when the page closes, so it would be counted in the next visit.
 */
export const COUNTABLE = `
  (() => {
    const real = window.fetch
    window.fetch = (input, init) => {
      const [, host] = typeof input === 'string' ? /^https?:\\/\\/[^/]+\\/__line\\/([^/]+)/.exec(input) ?? [] : []
      return real.call(window, host ? input.replace('//', '//' + host + '.') : input, init)
    }
    if (location.origin !== 'null') sessionStorage.setItem('campaign:report-times', 'false')
  })()
`

/** Marks when an element appears: `there` when it is in the document, and `home` when it is drawn. */
export const watch = (selector: string): string => `
  (() => {
    let seen = false
    const look = () => {
      if (seen || document.querySelector(${JSON.stringify(selector)}) === null) return
      seen = true
      performance.mark('there')
      requestAnimationFrame(() => setTimeout(() => performance.mark('home')))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
  })()
`

/** Returns the address that starts a visit: LINE's link in a chat, or the app's own in an external browser. */
export const addressOf = (site: Site, kind: 'line' | 'browser', path = ''): string =>
  kind === 'line' ? `${site.url}/__line/liff.line.me/${LIFF_ID}${path}` : `${site.url}${path || '/'}`

export const isLogin = ({ path }: Arrival): boolean => path.endsWith('/authorize')

/** Returns when LINE Login sent the customer back to the app, in milliseconds since 1970, or infinity if it has not. */
export const loginEnd = ({ arrivals }: Site): number =>
  arrivals.find(isLogin)?.end ?? Number.POSITIVE_INFINITY

/** Where the counting of a visit starts and ends. */
type Extent = {
  /** Starts with the visit's last document, or with the first request. */
  readonly from?: 'the app' | 'the start'
  /** Ignores an element that appeared before this time. In milliseconds since 1970. */
  readonly seenAfter?: () => number
}

/** Opens an address and counts the requests until `selector` matches. */
export async function visit(
  page: Page,
  site: Site,
  address: string,
  selector: string,
  { from = 'the app', seenAfter = () => 0 }: Extent = {},
): Promise<Counts> {
  await page.addInitScript(watch(selector))
  site.arrivals.length = 0
  const began = Date.now()
  await page.goto(address)
  const seen = await whenSeen(page, seenAfter)
  const needed = site.arrivals.filter(
    ({ host, path }) => !(seen.byWorker && host === 'app' && (path === seen.path || path === '/sw.js')),
  )
  return countsOf(needed, from === 'the app' ? Math.floor(seen.origin) : began, seen.origin + seen.at)
}

type Seen = {
  readonly at: number
  readonly origin: number
  readonly path: string
  /** True if the service worker served the document. Nothing waits for Chromium's additional request for it. */
  readonly byWorker: boolean
}

const LOOK = `({
  at: performance.getEntriesByName('there')[0]?.startTime ?? 0,
  origin: performance.timeOrigin,
  path: location.pathname,
  byWorker: performance.getEntriesByType('navigation')[0]?.deliveryType === 'cache-storage',
})`

/** Polls, because a visit can have several documents and the app's policy forbids `waitForFunction`. */
async function whenSeen(page: Page, seenAfter: () => number): Promise<Seen> {
  for (let tries = 0; tries < 300; tries += 1) {
    const seen = (await page.evaluate(LOOK).catch(() => null)) as Seen | null
    if (seen !== null && seen.at > 0 && seen.origin + seen.at >= seenAfter()) return seen
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`${page.url()} did not show the expected element`)
}

export function countsOf(all: readonly Arrival[], from: number, to: number): Counts {
  const arrivals = all.filter(({ at }) => at >= from && at <= to)
  const answered = arrivals.filter(({ end }) => end <= to)
  return {
    requests: arrivals.length,
    roundTrips: longestRow(answered),
    origins: new Set(arrivals.map(({ host }) => host)).size,
    preflights: answered.filter(({ method }) => method === 'OPTIONS').length,
    bytes: arrivals.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Returns the length of the longest chain of requests that each start after the previous one has ended. Greedy. */
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
