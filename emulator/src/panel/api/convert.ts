import { assertNever } from '../../assert-never.ts'
import type { PageEvent, QueueEvent } from '../../page-events.ts'
import { queueChanges } from './queue.ts'
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
 * Returns the timeline entries for a page event; none if the emulator's request log already contains the event.
 * `queue` is the queue that the page announced before, if any.
 */
export function pageTimelineEntries(event: PageEvent, queue?: QueueEvent): readonly TimelineEntry[] {
  if (event.type !== 'queue') return [pageTimelineEntry(event) ?? []].flat()
  return queueChanges(queue, event).map(({ job, title, text }) => ({
    ...note('queue', title, [text, job.note ?? ''].filter(Boolean).join(' · '), job),
    failed: job.state === 'refused',
  }))
}

function pageTimelineEntry(event: Exclude<PageEvent, QueueEvent>): TimelineEntry | undefined {
  const { source: _, ...detail } = event
  switch (event.type) {
    case 'loaded':
      return note('page', 'page started', pathOf(event.url), detail)
    case 'navigate':
      return event.sameDocument
        ? note('navigation', pathOf(event.url), 'within the app', detail)
        : note('navigation', event.url, event.to === undefined ? '' : 'left the page', detail)
    case 'close':
      return note('page', 'app closed itself', event.by, detail)
    case 'open-window':
      return note('page', 'opened a window', event.url, detail)
    case 'error':
      return { ...note('page', event.message, 'page error', detail), failed: true }
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

function note(kind: NoteEntry['kind'], title: string, text: string, detail: object): NoteEntry {
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
