/** Lighthouse's figures and the page's own mark for one visit: a score up to 100, all others in milliseconds. */
export type Audit = {
  readonly score: number
  readonly firstPaint: number
  readonly largestPaint: number
  readonly speedIndex: number
  readonly timeToInteractive: number
  readonly blocking: number
  /** Time of the mark `home`. Under simulated throttling it is the unthrottled time. */
  readonly home: number
}

type Browser = { readonly chromium: string; readonly args: readonly string[]; readonly folder: string }
type Page = Browser & {
  readonly url: string
  /** Scripts that run in each document before its own. */
  readonly scripts: readonly string[]
}

/** Opens an address, waits for its mark and for an idle network, and closes the browser. */
export function visit(page: Page): Promise<void>

/** Runs Lighthouse's performance audits for a phone on slow 4G, with the storage of the browser's profile. */
export function audit(page: Page & { readonly throttling: 'simulate' | 'devtools' }): Promise<Audit>
