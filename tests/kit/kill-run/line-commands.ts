/** What happened to the requests that send messages, and to their answers. */
export const noCounts = {
  arrived: 0,
  /** LINE accepted the message, and the answer left. */
  accepted: 0,
  /** LINE refused a retry key that it had accepted before. */
  repeated: 0,
  /** The connection broke after LINE had accepted the message. */
  answersLost: 0,
  requestsLost: 0,
  answered500: 0,
  answered429: 0,
}
export type LineCounts = Readonly<typeof noCounts>

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
