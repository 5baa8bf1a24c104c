import { MAX_LOGGED_TEXT } from '../limits.ts'

/** A request to LINE with its response, as shown in the timeline. */
export type LoggedRequest = {
  readonly id: number
  /** The real time of the request, in ms since 1970. */
  readonly at: number
  /** The sender: the phone, the app's own server, the native bridge, LINE for a webhook, or a page whose shim did not start. */
  readonly via: 'phone' | 'server' | 'bridge' | 'line' | 'page'
  readonly method: string
  /** The real LINE URL; `bridge:{type}` for a bridge message; the bot's URL for a webhook; the page's own URL. */
  readonly url: string
  /** The request's headers that `curl` needs to repeat it; names in lower case. Missing if it had none of them. */
  readonly headers?: Readonly<Record<string, string>>
  /** The owner of the request's access token or, without a token, of the phone. Missing if the emulator knows neither. */
  readonly userId?: string
  readonly status: number
  /** Milliseconds until the response. */
  readonly ms: number
  /** The request body, truncated if it is long; null if it is empty or not text. */
  readonly request: string | null
  readonly response: string | null
  /** The reason if a fault or the emulator itself caused an error, or if the emulator explains LINE's; otherwise null. */
  readonly error: string | null
}

/** A session of the emulated LINE: the time between two loads of a scenario, or two resets. */
export type LoggedSession = {
  readonly id: string
  /** The name of the scenario. */
  readonly scenario: string
  /** The real time of its start, in ms since 1970. */
  readonly at: number
}

/** The number of deleted requests, and how many of them had failed. */
export type DroppedRequests = { readonly count: number; readonly failures: number }

/** The stored requests and sessions, which the panel's timeline shows. */
export type StoredTimeline = {
  readonly requests: readonly LoggedRequest[]
  /** The session of the oldest stored request and all later ones, oldest first. */
  readonly sessions: readonly LoggedSession[]
  /** The requests that the limit of the log has deleted since the last `clear`. */
  readonly dropped: DroppedRequests
}

/** Stores the latest requests, oldest first. */
export type RequestLog = {
  add(entry: Omit<LoggedRequest, 'id'>): void
  list(): readonly LoggedRequest[]
  timeline(): StoredTimeline
  /** Returns the current session. */
  session(): LoggedSession
  clear(): void
  subscribe(listener: (entry: LoggedRequest) => void): () => void
}

/** Returns the text of a body as the log stores it: truncated if it is long, null if it is empty. */
export function loggedText(text: string): string | null {
  if (text === '') return null
  return text.length > MAX_LOGGED_TEXT ? `${text.slice(0, MAX_LOGGED_TEXT)}…` : text
}

export const RETRY_KEY_HEADER = 'x-line-retry-key'
const LOGGED_HEADERS = ['authorization', 'content-type', RETRY_KEY_HEADER]

/** Returns the headers that the log stores of a request. */
export function loggedHeaders(headers: Headers): Pick<LoggedRequest, 'headers'> {
  const found = [...headers].filter(([name]) => LOGGED_HEADERS.includes(name))
  return found.length === 0 ? {} : { headers: Object.fromEntries(found) }
}

/** True if bodies of this content type are logged. */
export function isText(contentType: string | null): boolean {
  return contentType !== null && /json|text\/plain|urlencoded|javascript/.test(contentType)
}

/** True if a request failed, or had no response. */
export function hasFailed({ status, error }: Pick<LoggedRequest, 'status' | 'error'>): boolean {
  return status >= 400 || status === 0 || error !== null
}
