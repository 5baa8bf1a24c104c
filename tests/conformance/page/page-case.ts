import type { BridgeAnswer } from '../cases.ts'
import type { SeenError } from '../outcome.ts'

/** What the recorder in the page is told about its case. */
export type PageCase = {
  readonly liffId: string
  readonly appOrigin: string
  readonly initCalled: boolean
  readonly initOptions: Readonly<Record<string, unknown>>
  readonly call: string
  /** Init is to stay pending. */
  readonly staysPending: boolean
  /** Navigations that are to come. */
  readonly navigations: number
  readonly recordSame: boolean
  /** Stored values, once, before the SDK loads. */
  readonly local: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  /** Replies of `window._liff` by message type; null: there is no `_liff`. */
  readonly bridge: Readonly<Record<string, BridgeAnswer>> | null
  readonly popupBlocked: boolean
  readonly confirmAnswer: boolean
  readonly promptAnswer: string | null
}

/** What the page reports when its case is over. */
export type PageResult = {
  readonly init: 'done' | 'not called' | '__pending__' | { readonly error: SeenError }
  readonly call: 'not run' | { readonly value: unknown } | { readonly error: SeenError }
  readonly log: {
    readonly nav: string[]
    readonly bridge: string[][]
    readonly open: unknown[]
    readonly posted: unknown[]
    readonly alert: string[]
    readonly prompt: string[]
    readonly confirm: string[]
  }
  readonly bridge: [type: string, json: string][]
  readonly localKeys: string[]
}
