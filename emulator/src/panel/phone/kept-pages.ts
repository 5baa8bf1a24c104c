import type { QueueEvent } from '../../page-events.ts'
import { HOUR_MS } from '../../time.ts'

/** A page that LINE keeps after the user has left its app. */
export type KeptPage = {
  readonly openCount: number
  readonly appId: string
  readonly src: string
  readonly url: string
  readonly title: string
  readonly queue: QueueEvent | undefined
  /** Time in ms since 1970, according to the phone's clock. */
  readonly leftAt: number
}

const MAX_KEPT = 10
const KEPT_MS = 12 * HOUR_MS

export function withKept(kept: readonly KeptPage[], page: KeptPage): readonly KeptPage[] {
  return [page, ...withoutApp(kept, page.appId)].slice(0, MAX_KEPT)
}

export const withoutApp = (kept: readonly KeptPage[], appId: string | undefined): readonly KeptPage[] =>
  kept.filter(page => page.appId !== appId)

/** Returns the page that LINE resumes, or undefined if LINE would reload the app. */
export function resumable(kept: readonly KeptPage[], appId: string, now: number): KeptPage | undefined {
  const page = kept.find(each => each.appId === appId)
  return page !== undefined && now - page.leftAt <= KEPT_MS ? page : undefined
}
