import type { BridgeAnswer } from '../cases.ts'
import type { SeenError } from '../outcome.ts'

export type PageCase = {
  readonly liffId: string
  readonly appOrigin: string
  /** The values that `navigator` reports; null if the browser itself is set up with them. */
  readonly phone: { readonly userAgent: string; readonly language: string } | null
  readonly initCalled: boolean
  readonly initOptions: Readonly<Record<string, unknown>>
  readonly call: string
  /** True if init should stay pending. */
  readonly staysPending: boolean
  readonly navigations: number
  readonly recordSame: boolean
  readonly local: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  /** The answers of LINE's bridge (`window._liff`) by message type; null if the page has no bridge. */
  readonly bridge: Readonly<Record<string, BridgeAnswer>> | null
  readonly referrer: string | null
  readonly historyLength: number | null
  readonly popupBlocked: boolean
  readonly confirmAnswer: boolean
  readonly promptAnswer: string | null
}

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
  readonly console: string[]
  readonly localKeys: string[]
}
