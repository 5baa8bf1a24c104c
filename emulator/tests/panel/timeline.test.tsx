// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { QueueEvent } from '#emulator/page-events.ts'
import { pageTimelineEntries, timelineEntry } from '#emulator/panel/api/convert.ts'
import { untilText } from '#emulator/panel/api/queue.ts'
import {
  type LoggedRequest,
  type StoredTimeline,
  type TimelineEntry,
  type TimelineText,
  timelineText,
} from '#emulator/panel/api/types.ts'
import { EMPTY_LOG, MAX_ENTRIES, merged, reloaded } from '#emulator/panel/state/timeline-log.ts'
import { en } from '#emulator/panel/texts/en.ts'
import { Queue } from '#emulator/panel/timeline/queue.tsx'
import type { QueueJob } from '#emulator/queue.ts'
import { act, mount } from '#tests/kit/act.ts'

const logged: LoggedRequest = {
  id: 7,
  at: 1_700_000_000_000,
  via: 'phone',
  method: 'POST',
  url: 'https://api.line.me/oauth2/v2.1/token?x=1',
  status: 200,
  ms: 3,
  request: 'grant_type=authorization_code&code=abc',
  response: '{"access_token":"t"}',
  error: null,
}

const session = (id: string, at: number) => ({ id, scenario: `scenario of ${id}`, at })

/** Returns the stored timeline, by default with one session. */
const stored = (requests: readonly LoggedRequest[], more: Partial<StoredTimeline> = {}): StoredTimeline => ({
  sessions: [session('a', 0)],
  dropped: { count: 0, failures: 0 },
  ...more,
  requests,
})

const inEnglish = (entry: TimelineEntry) => ({ ...entry, note: timelineText(entry.note, en.timeline) })

test('a request entry separates host, path and query, and parses form and JSON bodies', () =>
  expect(timelineEntry(logged)).toMatchObject({
    key: 'r7',
    kind: 'request',
    failed: false,
    host: 'api.line.me',
    path: '/oauth2/v2.1/token',
    query: '?x=1',
    detail: {
      from: 'phone',
      query: { x: '1' },
      request: { grant_type: 'authorization_code', code: 'abc' },
      response: { access_token: 't' },
    },
  }))

test('a status of 400 or higher and a dropped connection are marked as failed', () => {
  expect(timelineEntry({ ...logged, status: 401 })).toMatchObject({ failed: true, note: '' })
  const dropped = { ...logged, status: 502, error: 'network: offline' }
  expect(inEnglish(timelineEntry(dropped))).toMatchObject({
    failed: true,
    note: 'dropped',
    detail: { error: 'network: offline' },
  })
})

test('a body that is neither JSON nor a form is shown as text', () =>
  expect(timelineEntry({ ...logged, request: 'two words' })).toMatchObject({
    detail: { request: 'two words' },
  }))

test('a bridge entry shows the name and the parameters of the message', () => {
  const bridge = {
    ...logged,
    via: 'bridge',
    url: 'bridge:openWindow',
    request: '{"url":"https://x"}',
  } as const
  expect(timelineEntry(bridge)).toMatchObject({
    kind: 'bridge',
    title: 'openWindow',
    note: '{"url":"https://x"}',
  })
})

test('a refused bridge message is marked as failed and shows the reason', () => {
  const refused = { ...logged, via: 'bridge', url: 'bridge:liff.init', error: 'another app’s id' } as const
  expect(timelineEntry(refused)).toMatchObject({
    failed: true,
    note: 'another app’s id',
    detail: { error: 'another app’s id' },
  })
})

test('a page event that the request log already contains adds no entry', () => {
  expect(
    pageTimelineEntries(undefined, { source: 'liff-emulator', type: 'bridge', name: 'openWindow' }),
  ).toEqual([])
  expect(
    pageTimelineEntries(undefined, { source: 'liff-emulator', type: 'close', by: 'scheme' }),
  ).toMatchObject([{ kind: 'page', note: 'scheme', detail: { type: 'close', by: 'scheme' } }])
})

test('a page error is marked as failed', () => {
  const event = { source: 'liff-emulator', type: 'error', message: 'boom' } as const
  expect(pageTimelineEntries(undefined, event)).toMatchObject([{ failed: true, title: 'boom' }])
})

const appRequest = {
  source: 'liff-emulator',
  type: 'request',
  method: 'POST',
  url: 'http://line-u4af4980629a1b2c3d4e5f60718293a4b.phone.localhost:4400/api/receipts?page=2',
  status: 201,
  ms: 12,
  headers: { authorization: 'Bearer a' },
  request: '{"amount":"99"}',
  isSummary: false,
  response: '{"id":7}',
} as const

test('a request of the app to its own server is an entry with both bodies', () => {
  expect(pageTimelineEntries(undefined, appRequest)).toMatchObject([
    {
      ...{ kind: 'app', failed: false, method: 'POST', host: 'app', path: '/api/receipts', query: '?page=2' },
      detail: { status: 201, query: { page: '2' }, request: { amount: '99' }, response: { id: 7 } },
    },
  ])
  const foreign = { ...appRequest, url: 'https://cdn.example.com/x' }
  expect(pageTimelineEntries(undefined, foreign)).toMatchObject([{ host: 'cdn.example.com' }])
})

test('a request of the app without a response is marked as failed', () => {
  const lost = { ...appRequest, status: 0, response: null }
  expect(pageTimelineEntries(undefined, lost).map(inEnglish)).toMatchObject([
    { failed: true, note: 'no response' },
  ])
})

test('entries are in the order in which they began, and a finished request replaces the started one', () => {
  const at = (id: number, time: number) => timelineEntry({ ...logged, id, at: time })
  const { entries } = [at(1, 10), at(2, 30), at(3, 20), at(2, 30)].reduce(merged, EMPTY_LOG)
  expect(entries.map(({ key }) => key)).toEqual(['r1', 'r3', 'r2'])
})

test('the timeline counts the entries that it drops, and the failed ones among them', () => {
  const at = (id: number): LoggedRequest => ({ ...logged, id, at: id, status: id === 1 ? 500 : 200 })
  const full = reloaded(EMPTY_LOG, stored(Array.from({ length: MAX_ENTRIES }, (_, index) => at(index))))
  expect(full.dropped).toEqual({ count: 0, failures: 0 })
  const newer = [at(MAX_ENTRIES), at(MAX_ENTRIES + 1), at(MAX_ENTRIES + 2)].map(timelineEntry)
  const more = newer.reduce(merged, full)
  expect(more.entries).toHaveLength(MAX_ENTRIES)
  expect(more.dropped).toEqual({ count: 3, failures: 1 })
})

test('a new connection keeps the entries of pages and the requests of an emulator that was restarted', () => {
  const at = (id: number, time: number) => ({ ...logged, id, at: time })
  const [error] = pageTimelineEntries(undefined, { source: 'liff-emulator', type: 'error', message: 'boom' })
  if (error === undefined) throw new Error('a page error has no entry')
  const requests = [at(1, 10), at(2, 20)].map(timelineEntry)
  const before = [...requests, { ...error, at: 15 }].reduce(merged, EMPTY_LOG)
  const { entries } = reloaded(before, stored([at(2, 20), at(1, 30)]))
  expect(entries.map(entry => entry.at)).toEqual([10, 15, 20, 30])
  expect(new Set(entries.map(({ key }) => key)).size).toBe(4)
})

test('a panel that is opened again separates the sessions, and says what the emulator no longer has', () => {
  const at = (id: number, time: number) => ({ ...logged, id, at: time })
  const sessions = [session('a', 5), session('b', 15), session('c', 25)]
  const known = stored([at(8, 10), at(9, 20)], { sessions, dropped: { count: 7, failures: 2 } })
  // This request ended while the panel loaded the others.
  const early = merged(EMPTY_LOG, timelineEntry(at(9, 20)))
  const opened = reloaded(early, known)
  expect(opened.entries.map(({ key }) => key)).toEqual(['r8', 'sb', 'r9', 'sc'])
  expect(opened.dropped).toEqual({ count: 7, failures: 2 })
  // After a lost connection, the panel still shows a request that the emulator has since dropped.
  const again = reloaded(opened, stored([at(9, 20)], { sessions, dropped: { count: 8, failures: 2 } }))
  expect(again.entries.map(({ key }) => key)).toEqual(['r8', 'sb', 'r9', 'sc'])
  expect(again.dropped).toEqual({ count: 7, failures: 2 })
})

const AT = new Date(2026, 10, 22, 14, 3, 22).getTime()
const job = (state: QueueJob['state'], more: Partial<QueueJob> = {}): QueueJob => ({
  key: 'k1',
  name: 'createReceipt',
  state,
  nextTry: null,
  ...more,
})
const queue = (...jobs: readonly QueueJob[]): QueueEvent => ({
  source: 'liff-emulator',
  type: 'queue',
  jobs,
  total: jobs.length,
})

const said = (text: TimelineText) => timelineText(text, en.timeline)

/** Returns the notes of the entries that the second queue adds to the timeline. */
const notes = (before: QueueEvent | undefined, after: QueueEvent) =>
  pageTimelineEntries(undefined, after, before).map(entry =>
    'title' in entry ? `${said(entry.title)}: ${said(entry.note)}` : '',
  )

test('each change of a job adds one entry to the timeline', () => {
  const steps: [QueueEvent | undefined, QueueEvent, string[]][] = [
    [undefined, queue(job('queued')), ['createReceipt: enqueued']],
    [queue(job('queued')), queue(job('sending')), ['createReceipt: sending']],
    [
      queue(job('sending')),
      queue(job('queued', { nextTry: AT, note: 'network' })),
      ['createReceipt: waiting until 14:03:22 · network'],
    ],
    [
      queue(job('queued', { nextTry: AT })),
      queue(job('queued', { nextTry: AT + 9000 })),
      ['createReceipt: waiting until 14:03:31'],
    ],
    [queue(job('queued', { nextTry: AT })), queue(job('queued')), ['createReceipt: due now']],
    [queue(job('sending')), queue(job('queued')), ['createReceipt: queued again']],
    [queue(job('sending')), queue(job('received')), ['createReceipt: received']],
    [
      queue(job('sending')),
      queue(job('refused', { note: 'RECEIPT_DUPLICATE' })),
      ['createReceipt: refused · RECEIPT_DUPLICATE'],
    ],
    [queue(job('queued')), queue(job('withdrawn')), ['createReceipt: withdrawn']],
    [queue(job('queued')), queue(), ['createReceipt: left the queue']],
    [queue(job('received')), queue(), []],
    [queue(job('sending', { attempts: 1 })), queue(job('sending', { attempts: 1, note: '50 %' })), []],
  ]
  for (const [before, after, expected] of steps) expect(notes(before, after)).toEqual(expected)
})

test('a refused job is marked as failed, and an entry shows the whole job', () => {
  const refused = job('refused', { attempts: 3, note: 'BELOW_MINIMUM' })
  expect(pageTimelineEntries(undefined, queue(refused), queue(job('sending')))).toMatchObject([
    { kind: 'queue', failed: true, detail: refused },
  ])
  expect(pageTimelineEntries(undefined, queue(job('received')), queue(job('sending')))).toMatchObject([
    { failed: false },
  ])
})

test('a long queue does not fill the timeline, and a job that was cut off has not left it', () => {
  const many = Array.from({ length: 60 }, (_, n) => job('queued', { key: `k${n}` }))
  expect(notes(undefined, queue(...many))).toHaveLength(20)
  const cut = { ...queue(...many.slice(1)), total: 60 }
  expect(notes(queue(...many), cut)).toEqual([])
})

test('the next try is shown relative to the phone’s clock', () =>
  expect([0, 900, 119_000, 121_000].map(ms => untilText(AT + ms, AT, en.timeline))).toEqual([
    'due',
    'in 1 s',
    'in 119 s',
    'in 2 min',
  ]))

test('the panel lists each job with its state, key, next try and attempts', async () => {
  const { container, root } = mount()
  const clock = { frozenAt: AT, advanceMs: 0, skewMs: -5000 }
  const shown = (event: QueueEvent) => act(() => root.render(<Queue queue={event} clock={clock} />))
  await shown({
    ...queue(
      job('queued', { nextTry: AT + 7000, attempts: 2, note: 'network' }),
      job('refused', { key: 'k2', name: 'postAnswer', note: 'QUESTION_CLOSED' }),
    ),
    total: 140,
  })
  const rows = () => [...container.querySelectorAll('li')].map(row => row.textContent)
  // The phone's clock is five seconds slow.
  expect(rows()).toEqual(['queuedcreateReceipt networkin 12 s ×2k1', 'refusedpostAnswer QUESTION_CLOSEDk2'])
  expect(container.textContent).toContain('140')
  expect(container.textContent).toContain('The first 2 are shown')
  await shown(queue())
  expect(container.textContent).toContain('nothing to send')
})
