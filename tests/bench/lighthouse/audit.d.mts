/** What Lighthouse and the page's own mark say of one visit: a score up to 100, the rest in milliseconds. */
export type Audit = {
  readonly score: number
  readonly firstPaint: number
  readonly largestPaint: number
  readonly speedIndex: number
  readonly timeToInteractive: number
  readonly blocking: number
  /** When the visit had what it came for. Under simulated throttling: as it was without any. */
  readonly home: number
}

type Browser = { readonly chromium: string; readonly args: readonly string[]; readonly folder: string }
type Page = Browser & {
  readonly url: string
  /** Run in each document before its own. */
  readonly scripts: readonly string[]
}

/** Opens an address, waits for its mark and until nothing is fetched any more, and closes the browser. */
export function visit(page: Page): Promise<void>

/** Lighthouse's performance audits, for a phone on slow 4G, with what the browser's folder holds. */
export function audit(page: Page & { readonly throttling: 'simulate' | 'devtools' }): Promise<Audit>
