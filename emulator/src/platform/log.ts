import { MAX_LOGGED_REQUESTS, MAX_LOGGED_TEXT } from '../limits.ts'

/** One exchange with LINE, as the timeline shows it. */
export type LoggedRequest = {
  readonly id: number
  /** When it came, ms since 1970, real time. */
  readonly at: number
  /** The phone, the app's own server, or a message through the bridge. */
  readonly via: 'phone' | 'server' | 'bridge'
  readonly method: string
  /** The real address of LINE's; `bridge:{type}` for a bridge message. */
  readonly url: string
  readonly status: number
  /** How long the answer took, milliseconds. */
  readonly ms: number
  /** The body, cut where it is long; null without one or where it is no text. */
  readonly request: string | null
  readonly response: string | null
  /** Why it went wrong where that is the emulator's or a fault's doing; null otherwise. */
  readonly error: string | null
}

/** The last requests, oldest first. */
export type RequestLog = {
  add(entry: Omit<LoggedRequest, 'id'>): void
  list(): readonly LoggedRequest[]
  clear(): void
  subscribe(listener: (entry: LoggedRequest) => void): () => void
}

/** A body as the log keeps it. */
export function loggedText(text: string): string | null {
  if (text === '') return null
  return text.length > MAX_LOGGED_TEXT ? `${text.slice(0, MAX_LOGGED_TEXT)}…` : text
}

/** Whether a content type is worth showing. */
export function isText(contentType: string | null): boolean {
  return contentType !== null && /json|text\/plain|urlencoded|javascript/.test(contentType)
}

export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = []
  let last = 0
  const listeners = new Set<(entry: LoggedRequest) => void>()
  return {
    add(entry) {
      last += 1
      const logged = { id: last, ...entry }
      entries.push(logged)
      if (entries.length > MAX_LOGGED_REQUESTS) entries = entries.slice(-MAX_LOGGED_REQUESTS)
      for (const listener of [...listeners]) listener(logged)
    },
    list: () => entries,
    clear() {
      entries = []
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
