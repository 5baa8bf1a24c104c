import { assertNever } from '../../assert-never.ts'
import { MAX_LOGGED_TEXT } from '../../limits.ts'
import type { AppRequestEvent, PageEvent, QueueEvent } from '../../page-events.ts'
import { phoneOf } from '../../phones.ts'
import { hasFailed, isText } from '../../platform/log.ts'
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../webhook-event-types.ts'
import { queueChanges } from './queue.ts'
import {
  APP_HOST,
  type Exchange,
  type LoggedRequest,
  type LoggedSession,
  type NoteEntry,
  type RequestEntry,
  type TimelineEntry,
  type TimelineText,
  timelineText,
} from './types.ts'

export function timelineEntry(logged: LoggedRequest): TimelineEntry {
  const { id, at, via, url, status, error } = logged
  const request = parsed(logged.request)
  const response = parsed(logged.response)
  const base = { key: `r${id}`, at, ...userOf(logged.userId ?? namedUser(request, response)) }
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
  if (via === 'page')
    return {
      ...base,
      kind: 'page',
      failed: true,
      title: pathOf(url),
      note: error ?? '',
      detail: { page: url, error },
    }
  return {
    ...base,
    ...requestFields({ ...logged, headers: logged.headers ?? {} }),
    ...webhookEvent(via, request),
    kind: 'request',
    note: error !== null && status === 502 ? texts => texts.dropped : '',
    detail: {
      ...requestDetail(logged),
      from: via,
    },
  }
}

/** Returns the first event's type in a webhook to the bot's server. Purchase webhooks have other types. */
function webhookEvent(via: LoggedRequest['via'], request: unknown): { event?: WebhookEventType } {
  const { events = [] } = (request ?? {}) as { readonly events?: readonly { readonly type?: unknown }[] }
  const event = WEBHOOK_EVENT_TYPES.find(type => type === events[0]?.type)
  return via === 'line' && event !== undefined ? { event } : {}
}

function userOf(id: string | undefined): { user?: string } {
  return id === undefined ? {} : { user: id.toLowerCase() }
}

/**
 * Returns the recipient of a bot's message, the sender of a webhook's first event, or the user of a verified ID token.
 */
function namedUser(request: unknown, response: unknown): string | undefined {
  const { to, events = [] } = (request ?? {}) as {
    readonly to?: unknown
    readonly events?: readonly { readonly source?: { readonly userId?: unknown } }[]
  }
  const { sub } = (response ?? {}) as { readonly sub?: unknown }
  const id = to ?? (Array.isArray(events) ? events[0]?.source?.userId : undefined) ?? sub
  return typeof id === 'string' && /^U[0-9a-f]{32}$/.test(id) ? id : undefined
}

function requestFields({
  method,
  url,
  status,
  ms,
  error,
  headers,
  request,
  response,
}: Omit<Exchange, 'cut'>) {
  const { host, pathname: path, search: query } = new URL(url)
  // The SDK sends a content type even with GET. The log does not store the text of a binary body.
  const type = headers['content-type'] ?? null
  const cut = request === null ? type !== null && !isText(type) : request.length > MAX_LOGGED_TEXT
  return {
    method,
    host,
    path,
    query,
    status,
    failed: hasFailed({ status, error }),
    exchange: { method, url, status, ms, error, headers, request, response, cut },
  }
}

function requestDetail({ url, status, ms, error, ...bodies }: Omit<Exchange, 'method' | 'headers' | 'cut'>) {
  const request = parsed(bodies.request)
  const response = parsed(bodies.response)
  const { host, pathname: path, search } = new URL(url)
  return {
    ...(status === 0 ? {} : { status }),
    ...(error === null ? {} : { error }),
    milliseconds: ms,
    host,
    path,
    ...(search === '' ? {} : { query: Object.fromEntries(new URLSearchParams(search)) }),
    ...(request === undefined ? {} : { request }),
    ...(response === undefined ? {} : { response }),
  }
}

const isAppServer = ({ host, hostname }: URL) => host === location.host || phoneOf(hostname) !== null

function appRequestEntry({ isSummary, ...event }: AppRequestEvent) {
  const { url, status, ms } = event
  const error = status === 0 ? 'no response' : null
  const { method, headers, request, response } = event
  const fields = requestFields({ method, url, status, ms, error, headers, request, response })
  const own = isAppServer(new URL(url)) ? { host: APP_HOST } : {}
  pageEntries += 1
  return {
    key: `p${pageEntries}`,
    at: Date.now() - ms,
    ...fields,
    exchange: { ...fields.exchange, cut: fields.exchange.cut || isSummary },
    ...own,
    kind: 'app',
    note: error === null ? '' : texts => texts.noResponse,
    detail: { ...requestDetail(fields.exchange), ...own },
  } satisfies RequestEntry
}

let pageEntries = 0

/**
 * Returns no entries if the emulator's request log already contains the event. `queue` is the page's previous queue, if
 * any.
 */
export function pageTimelineEntries(
  userId: string | undefined,
  event: PageEvent,
  queue?: QueueEvent,
): readonly TimelineEntry[] {
  return entriesOf(event, queue).map(entry => ({ ...entry, ...userOf(userId) }))
}

function entriesOf(event: PageEvent, queue?: QueueEvent): readonly TimelineEntry[] {
  if (event.type === 'request') return [appRequestEntry(event)]
  if (event.type !== 'queue') return [pageTimelineEntry(event) ?? []].flat()
  return queueChanges(queue, event).map(({ job, title, text }) => ({
    ...note(
      'queue',
      title,
      texts => [timelineText(text, texts), job.note ?? ''].filter(Boolean).join(' · '),
      job,
    ),
    failed: job.state === 'refused',
  }))
}

function pageTimelineEntry(
  event: Exclude<PageEvent, QueueEvent | AppRequestEvent>,
): TimelineEntry | undefined {
  const { source: _, ...detail } = event
  switch (event.type) {
    case 'loaded':
      return note('page', texts => texts.pageStarted, pathOf(event.url), detail)
    case 'navigate':
      return event.sameDocument
        ? note('navigation', pathOf(event.url), texts => texts.withinApp, detail)
        : note('navigation', event.url, event.to === undefined ? '' : texts => texts.leftPage, detail)
    case 'close':
      return event.by === 'kill'
        ? note('page', texts => texts.lineKilled, '', detail)
        : note('page', texts => texts.appClosed, event.by, detail)
    case 'open-window':
      return note('page', texts => texts.openedWindow, event.url, detail)
    case 'error':
      return { ...note('page', event.message, texts => texts.pageError, detail), failed: true }
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

export function sessionEntry({ id, scenario, at }: LoggedSession): TimelineEntry {
  return { ...note('session', scenario, texts => texts.sessionStarted, { scenario }), key: `s${id}`, at }
}

function note(kind: NoteEntry['kind'], title: TimelineText, text: TimelineText, detail: object): NoteEntry {
  pageEntries += 1
  return { key: `p${pageEntries}`, at: Date.now(), kind, failed: false, title, note: text, detail }
}

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
