/** An error as the page saw it. */
export type SeenError = {
  readonly name: string
  readonly code?: string
  readonly message: string
}

/** One request the page made to a LINE host. */
export type SeenRequest = {
  readonly method: string
  readonly url: string
  readonly body: string | null
}

/** What the page tried, as the recorder in it saw. */
type PageLog = {
  readonly nav: readonly string[]
  readonly bridge: readonly (readonly string[])[]
  readonly open: readonly unknown[]
  readonly posted: unknown[]
  readonly alert: readonly string[]
  readonly prompt: readonly string[]
  readonly confirm: readonly string[]
}

/** All that one case left behind, before it is judged. */
export type Outcome = {
  readonly init: 'done' | 'not called' | '__pending__' | { readonly error: SeenError }
  readonly call: 'not run' | { readonly value: unknown } | { readonly error: SeenError }
  readonly requests: readonly SeenRequest[]
  readonly log: PageLog
  /** Bridge messages whole: type and JSON. */
  readonly bridge: readonly (readonly [type: string, json: string])[]
  readonly localKeys: readonly string[]
  readonly console: readonly string[]
}
