import type { Page } from '@playwright/test'
import type { Arrival, Place } from './place.ts'

export const LIFF_ID = '2000000001-Campaign'

/** What one visit cost until the customer could act. */
export type Counts = {
  /** Documents, scripts, styles and calls that reached any server, up to then. */
  readonly requests: number
  /** The longest row of requests each of which waited for the one before it to end. */
  readonly roundTrips: number
  readonly origins: number
  /** Those that were answered by then. */
  readonly preflights: number
  readonly bytes: number
}

/**
 * Sends what is meant for a host of LINE's to an origin of its own (`api.line.me.localhost`), where the emulator's
 * script, which runs after it, has all of them under the page's: only so does the browser ask for permission (CORS).
 */
export const APART = `
  (() => {
    const real = window.fetch
    window.fetch = (input, init) => {
      const [, host] = typeof input === 'string' ? /^https?:\\/\\/[^/]+\\/__line\\/([^/]+)/.exec(input) ?? [] : []
      return real.call(window, host ? input.replace('//', '//' + host + '.') : input, init)
    }
  })()
`

/**
 * Marks, from inside the page, when what a visit is for is there (a link or a heading that `selector` names), which is
 * how far a visit is counted, and when it is drawn, which is what times are of.
 */
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

/** Where a visit begins: LINE's link in a chat, or the address itself in another browser. */
export const addressOf = (place: Place, kind: 'line' | 'browser', path = ''): string =>
  kind === 'line' ? `${place.url}/__line/liff.line.me/${LIFF_ID}${path}` : `${place.url}${path || '/'}`

/** Opens an address and counts until `selector` is there. `from`: counts from the last document of the visit only. */
export async function visit(
  page: Page,
  place: Place,
  address: string,
  selector: string,
  from: 'the app' | 'the start' = 'the app',
): Promise<Counts> {
  await page.addInitScript(watch(selector))
  place.arrivals.length = 0
  const began = Date.now()
  await page.goto(address)
  const seen = await whenSeen(page)
  const needed = place.arrivals.filter(
    ({ host, path }) => !(seen.byWorker && host === 'app' && (path === seen.path || path === '/sw.js')),
  )
  return countsOf(needed, from === 'the app' ? Math.floor(seen.origin) : began, seen.origin + seen.at)
}

type Seen = {
  readonly at: number
  readonly origin: number
  readonly path: string
  /**
   * Where the worker answered, Chromium itself asks for the document beside starting the worker, and for a newer
   * worker: nothing waits for either.
   */
  readonly byWorker: boolean
}

const LOOK = `({
  at: performance.getEntriesByName('there')[0]?.startTime ?? 0,
  origin: performance.timeOrigin,
  path: location.pathname,
  byWorker: performance.getEntriesByType('navigation')[0]?.deliveryType === 'cache-storage',
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
  const answered = arrivals.filter(({ end }) => end <= to)
  return {
    requests: arrivals.length,
    roundTrips: longestRow(answered),
    origins: new Set(arrivals.map(({ host }) => host)).size,
    preflights: answered.filter(({ method }) => method === 'OPTIONS').length,
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
