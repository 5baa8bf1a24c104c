import { assertNever } from '../../assert-never.ts'
import type { PageEvent } from '../../page-events.ts'
import type { ChatMessage, LoggedRequest, NoteEntry, SentMessage, TimelineEntry } from './types.ts'

/** Converts a logged request or bridge message to a timeline entry. */
export function timelineEntry(logged: LoggedRequest): TimelineEntry {
  const { id, at, via, method, url, status, ms, error } = logged
  const request = parsed(logged.request)
  const response = parsed(logged.response)
  const base = { key: `r${id}`, at }
  if (via === 'bridge') {
    const title = url.replace(/^bridge:/, '')
    return {
      ...base,
      kind: 'bridge',
      failed: error !== null,
      title,
      note: error ?? short(request),
      detail: { ...(error === null ? {} : { error }), request, response },
    }
  }
  const { host, pathname, search } = new URL(url)
  const dropped = error !== null && status === 502
  return {
    ...base,
    kind: 'request',
    failed: status >= 400 || error !== null,
    method,
    host,
    path: pathname,
    query: search,
    status,
    note: dropped ? 'dropped' : '',
    detail: {
      status,
      ...(error === null ? {} : { error }),
      milliseconds: ms,
      from: via === 'server' ? "the app's server" : 'the phone',
      host,
      path: pathname,
      ...(search === '' ? {} : { query: Object.fromEntries(new URLSearchParams(search)) }),
      ...(request === undefined ? {} : { request }),
      ...(response === undefined ? {} : { response }),
    },
  }
}

let pageEntries = 0

/**
 * Converts a page event to a timeline entry, or returns undefined if the emulator's request log already
 * contains the event.
 */
export function pageTimelineEntry(event: PageEvent): TimelineEntry | undefined {
  switch (event.type) {
    case 'loaded':
      return note('page', 'page started', pathOf(event.url), event)
    case 'navigate':
      return event.sameDocument
        ? note('navigation', pathOf(event.url), 'within the app', event)
        : note('navigation', event.url, event.to === undefined ? '' : 'left the page', event)
    case 'close':
      return note('page', 'app closed itself', event.by, event)
    case 'open-window':
      return note('page', 'opened a window', event.url, event)
    case 'error':
      return { ...note('page', event.message, 'page error', event), failed: true }
    case 'layer':
    case 'ready':
    case 'key':
    case 'erased':
    case 'bridge':
      return undefined
    default:
      return assertNever(event)
  }
}

function note(kind: NoteEntry['kind'], title: string, text: string, event: PageEvent): NoteEntry {
  const { source: _, ...detail } = event
  pageEntries += 1
  return { key: `p${pageEntries}`, at: Date.now(), kind, failed: false, title, note: text, detail }
}

/** Converts a sent message to a chat message. A message without text shows its alternative text or URL. */
export function chatMessage({
  id,
  at,
  userId,
  to,
  message,
}: Pick<SentMessage, 'id' | 'at' | 'userId' | 'to' | 'message'>): ChatMessage {
  const type = typeof message.type === 'string' ? message.type : 'message'
  const text = message.text ?? message.altText ?? message.originalContentUrl ?? ''
  return { id, userId, type, text: String(text), time: timeText.format(at), to }
}

const timeText = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return /^[\w.%-]+=[^\s]*$/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : text
  }
}

function short(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value)
}

function pathOf(url: string): string {
  try {
    const { pathname, search } = new URL(url, location.href)
    return pathname + search
  } catch {
    return url
  }
}
