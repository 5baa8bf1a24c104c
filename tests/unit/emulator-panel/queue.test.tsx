// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { QueueEvent } from '#emulator/page-events.ts'
import { pageTimelineEntries } from '#emulator/panel/api/convert.ts'
import { untilText } from '#emulator/panel/api/queue.ts'
import { type TimelineText, timelineText } from '#emulator/panel/api/types.ts'
import { en } from '#emulator/panel/texts/en.ts'
import { Queue } from '#emulator/panel/timeline/queue.tsx'
import type { QueueJob } from '#emulator/queue.ts'
import { act, mount } from '#tests/kit/act.ts'

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
