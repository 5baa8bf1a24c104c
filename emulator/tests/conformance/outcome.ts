export type SeenError = {
  readonly name: string
  readonly code?: string
  readonly message: string
}

export type SeenRequest = {
  readonly method: string
  readonly url: string
  readonly body: string | null
  /** LINE's response, null until it has been sent. */
  readonly answer: { readonly status: number; readonly body: string } | null
}

type PageLog = {
  readonly nav: readonly string[]
  readonly bridge: readonly (readonly string[])[]
  readonly open: readonly unknown[]
  readonly posted: unknown[]
  readonly alert: readonly string[]
  readonly prompt: readonly string[]
  readonly confirm: readonly string[]
}

export type Outcome = {
  readonly init: 'done' | 'not called' | '__pending__' | { readonly error: SeenError }
  readonly call: 'not run' | { readonly value: unknown } | { readonly error: SeenError }
  readonly requests: readonly SeenRequest[]
  readonly log: PageLog
  /** The complete bridge messages: type and JSON. */
  readonly bridge: readonly (readonly [type: string, json: string])[]
  readonly localKeys: readonly string[]
  readonly console: readonly string[]
}
