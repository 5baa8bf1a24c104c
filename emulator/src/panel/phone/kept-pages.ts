import type { QueueEvent } from '../../page-events.ts'

/** The page of an app that LINE keeps after the user has left it. */
export type KeptPage = {
  /** Number of the opening; the React key of its iframe. */
  readonly openCount: number
  readonly appId: string
  readonly src: string
  readonly url: string
  readonly title: string
  readonly queue: QueueEvent | undefined
  /** When the user left the app, by the phone's clock, in ms since 1970. */
  readonly leftAt: number
}

/** Number of recently used apps whose pages LINE keeps. */
const MAX_KEPT = 10
/** How long LINE keeps the page of an app, in ms. */
const KEPT_MS = 12 * 60 * 60 * 1000

/** Adds the page of an app that the user leaves. Each app has one page. */
export function withKept(kept: readonly KeptPage[], page: KeptPage): readonly KeptPage[] {
  return [page, ...withoutApp(kept, page.appId)].slice(0, MAX_KEPT)
}

export const withoutApp = (kept: readonly KeptPage[], appId: string | undefined): readonly KeptPage[] =>
  kept.filter(page => page.appId !== appId)

/** Returns the page of an app with which LINE resumes the app at this time; undefined if LINE loads the app again. */
export function resumable(kept: readonly KeptPage[], appId: string, now: number): KeptPage | undefined {
  const page = kept.find(each => each.appId === appId)
  return page !== undefined && now - page.leftAt <= KEPT_MS ? page : undefined
}
