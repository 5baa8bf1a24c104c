import { assertNever } from '../../assert-never.ts'
import type { PageEvent } from '../../page-events.ts'
import type { ChatMessage, LoggedRequest, NoteEntry, SentMessage, TimelineEntry } from './types.ts'

/** A logged exchange as a line of the timeline; a bridge message is none of the network's. */
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
    note: dropped ? 'broken' : '',
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

/** What the page told of itself as a line of the timeline; undefined for what the emulator's own log has already. */
export function pageTimelineEntry(event: PageEvent): TimelineEntry | undefined {
  switch (event.type) {
    case 'loaded':
      return note('page', 'page starts', pathOf(event.url), event)
    case 'navigate':
      return event.sameDocument
        ? note('navigation', pathOf(event.url), 'in the app', event)
        : note('navigation', event.url, event.to === undefined ? '' : 'leaves the page', event)
    case 'close':
      return note('page', 'app closes itself', event.by, event)
    case 'open-window':
      return note('page', 'opens a window', event.url, event)
    case 'error':
      return { ...note('page', event.message, 'error in the page', event), failed: true }
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

/** A sent message as a bubble of the chat. */
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
