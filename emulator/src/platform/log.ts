import { MAX_LOGGED_TEXT } from '../limits.ts'

/** A request to LINE and its response, as shown in the timeline. */
export type LoggedRequest = {
  readonly id: number
  /** Real time, in ms since 1970. */
  readonly at: number
  /** `line` is a webhook; `page` is a page whose shim did not start. */
  readonly via: 'phone' | 'server' | 'bridge' | 'line' | 'page'
  readonly method: string
  /** The LINE URL, `bridge:{type}`, the bot's URL for a webhook, or the page's own URL. */
  readonly url: string
  /** The headers that `curl` needs to repeat the request, with lowercase names. */
  readonly headers?: Readonly<Record<string, string>>
  /** Owner of the access token or, without a token, of the phone; missing if unknown. */
  readonly userId?: string
  readonly status: number
  readonly ms: number
  /** Truncated if long; null if the body is empty or not text. */
  readonly request: string | null
  readonly response: string | null
  /** Why a fault or the emulator caused an error, or the emulator's explanation of LINE's error. */
  readonly error: string | null
}

/** A session lasts until the next load of a scenario or the next reset. */
export type LoggedSession = {
  readonly id: string
  readonly scenario: string
  /** Real time of the start, in ms since 1970. */
  readonly at: number
}

export type DroppedRequests = { readonly count: number; readonly failures: number }

export type StoredTimeline = {
  readonly requests: readonly LoggedRequest[]
  /** Oldest first, starting with the session of the oldest stored request. */
  readonly sessions: readonly LoggedSession[]
  /** Requests deleted since the last `clear` because the log was full. */
  readonly dropped: DroppedRequests
}

export type RequestLog = {
  add(entry: Omit<LoggedRequest, 'id'>): void
  list(): readonly LoggedRequest[]
  timeline(): StoredTimeline
  session(): LoggedSession
  clear(): void
  subscribe(listener: (entry: LoggedRequest) => void): () => void
}

export function loggedText(text: string): string | null {
  if (text === '') return null
  return text.length > MAX_LOGGED_TEXT ? `${text.slice(0, MAX_LOGGED_TEXT)}…` : text
}

export const RETRY_KEY_HEADER = 'x-line-retry-key'
const LOGGED_HEADERS = ['authorization', 'content-type', RETRY_KEY_HEADER]

export function loggedHeaders(headers: Headers): Pick<LoggedRequest, 'headers'> {
  const found = [...headers].filter(([name]) => LOGGED_HEADERS.includes(name))
  return found.length === 0 ? {} : { headers: Object.fromEntries(found) }
}

export function isText(contentType: string | null): boolean {
  return contentType !== null && /json|text\/plain|urlencoded|javascript/.test(contentType)
}

export function hasFailed({ status, error }: Pick<LoggedRequest, 'status' | 'error'>): boolean {
  return status >= 400 || status === 0 || error !== null
}
