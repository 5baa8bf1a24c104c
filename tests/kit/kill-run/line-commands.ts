/** What happened to the requests that send messages, and to their answers. */
export type LineCounts = {
  readonly arrived: number
  /** LINE accepted the message, and the answer left. */
  readonly accepted: number
  /** LINE refused a retry key that it had accepted before. */
  readonly repeated: number
  /** The connection broke after LINE had accepted the message. */
  readonly answersLost: number
  readonly requestsLost: number
  readonly answered500: number
  readonly answered429: number
}

/** What the parent process asks of the process of the emulated LINE. */
export type LineCommand =
  | { readonly kind: 'webhook'; readonly url: string }
  | { readonly kind: 'block'; readonly userIds: readonly string[] }
  /** Answered when this many requests have arrived since the process started. */
  | { readonly kind: 'reached'; readonly arrived: number }
  | { readonly kind: 'counts' }
  | { readonly kind: 'save'; readonly file: string }

/** Settings of the process, as JSON in its environment. */
export type LineSettings = {
  readonly liffId: string
  readonly userIds: readonly string[]
  readonly friends: readonly string[]
  /** File of the state with which to start; null for a new LINE. */
  readonly from: string | null
  /** File of what LINE has accepted since then. */
  readonly journal: string
  readonly port: number
  readonly seed: number
  /** Shares of the requests, from 0 to 1, by what happens to them. */
  readonly faults: LineFaults
}

export type LineFaults = {
  readonly loseAnswer: number
  readonly loseRequest: number
  readonly status500: number
  readonly status429: number
}
