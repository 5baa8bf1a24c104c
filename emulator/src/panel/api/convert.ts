import { assertNever } from '../../assert-never.ts'
import type { AppRequestEvent, PageEvent, QueueEvent } from '../../page-events.ts'
import { phoneOf } from '../../phones.ts'
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../webhook-event-types.ts'
import { queueChanges } from './queue.ts'
import {
  APP_HOST,
  type LoggedRequest,
  type NoteEntry,
  type RequestEntry,
  type TimelineEntry,
  type TimelineText,
  timelineText,
} from './types.ts'

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
  return {
    ...base,
    ...requestFields({ method, url, status, ms, error, request, response }),
    ...webhookEvent(via, request),
    kind: 'request',
    note: error !== null && status === 502 ? texts => texts.dropped : '',
    detail: {
      ...requestDetail({ url, status, ms, error, request, response }),
      from: via,
    },
  }
}

/** Returns the type of the first event of a webhook to the bot's server. Webhooks about purchases have other types. */
function webhookEvent(via: LoggedRequest['via'], request: unknown): { event?: WebhookEventType } {
  const { events = [] } = (request ?? {}) as { readonly events?: readonly { readonly type?: unknown }[] }
  const event = WEBHOOK_EVENT_TYPES.find(type => type === events[0]?.type)
  return via === 'line' && event !== undefined ? { event } : {}
}

type Exchange = {
  readonly url: string
  readonly status: number
  readonly ms: number
  readonly error: string | null
  readonly request: unknown
  readonly response: unknown
}

function requestFields({ method, url, status, error }: Exchange & { readonly method: string }) {
  const { host, pathname: path, search: query } = new URL(url)
  return { method, host, path, query, status, failed: status >= 400 || status === 0 || error !== null }
}

function requestDetail({ url, status, ms, error, request, response }: Exchange) {
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

/** True if the phone loads the app from this URL's origin. */
const isAppServer = ({ host, hostname }: URL) => host === location.host || phoneOf(hostname) !== null

function appRequestEntry({ method, url, status, ms, ...bodies }: AppRequestEvent): RequestEntry {
  const error = status === 0 ? 'no response' : null
  const exchange = {
    url,
    status,
    ms,
    error,
    request: parsed(bodies.request),
    response: parsed(bodies.response),
  }
  const own = isAppServer(new URL(url)) ? { host: APP_HOST } : {}
  pageEntries += 1
  return {
    key: `p${pageEntries}`,
    at: Date.now() - ms,
    ...requestFields({ method, ...exchange }),
    ...own,
    kind: 'app',
    note: error === null ? '' : texts => texts.noResponse,
    detail: { ...requestDetail(exchange), ...own },
  }
}

let pageEntries = 0

/**
 * Returns the timeline entries for a page event; none if the emulator's request log already contains the event.
 * `queue` is the queue that the page announced before, if any.
 */
export function pageTimelineEntries(event: PageEvent, queue?: QueueEvent): readonly TimelineEntry[] {
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
      return note('page', texts => texts.appClosed, event.by, detail)
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
