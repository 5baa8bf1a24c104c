/** The outcomes of the requests to send messages, all with a count of zero. */
export const noCounts = {
  arrived: 0,
  /** LINE accepted the message and sent the response. */
  accepted: 0,
  /** LINE refused a retry key that it had already accepted. */
  repeated: 0,
  /** The connection broke after LINE had accepted the message. */
  answersLost: 0,
  requestsLost: 0,
  answered500: 0,
  answered429: 0,
}
export type LineCounts = Readonly<typeof noCounts>

/** A command from the parent process to the process of the emulated LINE. */
export type LineCommand =
  | { readonly kind: 'webhook'; readonly url: string }
  | { readonly kind: 'block'; readonly userIds: readonly string[] }
  /** The process replies once this many requests have arrived since it started. */
  | { readonly kind: 'reached'; readonly arrived: number }
  | { readonly kind: 'counts' }
  | { readonly kind: 'save'; readonly file: string }

/** The settings of the process. The parent sends them as the first message. */
export type LineSettings = {
  readonly liffId: string
  readonly userIds: readonly string[]
  readonly friends: readonly string[]
  /** The file with the initial state; null for a new LINE. */
  readonly from: string | null
  /** The journal file of everything that LINE has accepted since that state. */
  readonly journal: string
  readonly port: number
  readonly seed: number
  /** The share of the requests that suffers each fault, from 0 to 1. */
  readonly faults: LineFaults
}

export type LineFaults = {
  readonly loseAnswer: number
  readonly loseRequest: number
  readonly status500: number
  readonly status429: number
}
