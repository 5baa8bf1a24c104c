// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_QUEUE_JOBS, MAX_QUEUE_TEXT } from '#emulator/limits.ts'
import { installQueue } from '#emulator/page/queue.ts'
import type { QueueEvent } from '#emulator/page-events.ts'
import { notePageListeners } from '#tests/kit/page-listeners.ts'

let reports: Omit<QueueEvent, 'source'>[]
let listeners: ReturnType<typeof notePageListeners>
beforeEach(() => {
  reports = []
  listeners = notePageListeners()
  installQueue({ report: event => reports.push(event as QueueEvent) })
})
afterEach(() => listeners.stop({ remove: true }))

const announce = (detail: unknown) => dispatchEvent(new CustomEvent('offline-queue', { detail }))
const job = { key: 'k1', name: 'createReceipt', state: 'queued' }

test('the page reports an announced queue with its known fields only', () => {
  const all = { ...job, nextTry: 1_700_000_000_000, attempts: 2, note: 'network', secret: 'x' }
  announce({ jobs: [all, { ...job, key: 'k2', nextTry: Number.NaN }] })
  expect(reports).toEqual([
    {
      type: 'queue',
      total: 2,
      jobs: [
        { ...job, nextTry: 1_700_000_000_000, attempts: 2, note: 'network' },
        { ...job, key: 'k2', nextTry: null },
      ],
    },
  ])
})

test('the page reports each state of the queue once, and also that it is empty', () => {
  announce({ jobs: [job] })
  announce({ jobs: [{ ...job }] })
  announce({ jobs: [] })
  announce({ jobs: [job] })
  expect(reports).toMatchObject([{ total: 1 }, { total: 0, jobs: [] }, { total: 1 }])
})

test('the page limits the number of jobs and the length of their texts', () => {
  const long = 'x'.repeat(MAX_QUEUE_TEXT + 1)
  const jobs = Array.from({ length: MAX_QUEUE_JOBS + 5 }, (_, n) => ({ ...job, key: `${n}`, note: long }))
  announce({ jobs: [{ ...job, key: long, name: long }, ...jobs] })
  expect(reports).toMatchObject([{ total: MAX_QUEUE_JOBS + 6 }])
  const reported = reports[0]?.jobs ?? []
  expect(reported).toHaveLength(MAX_QUEUE_JOBS)
  for (const { key, name, note = '' } of reported)
    expect(Math.max(key.length, name.length, note.length)).toBeLessThanOrEqual(MAX_QUEUE_TEXT)
})

test('of several jobs with the same key the page reports the last one', () => {
  announce({ jobs: [job, { ...job, state: 'sending' }] })
  expect(reports).toMatchObject([{ jobs: [{ key: 'k1', state: 'sending' }] }])
})

test('a wrong announcement is explained in the console, and the valid jobs are still reported', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const warnings = () => warn.mock.calls.splice(0).map(([text]) => text)
  for (const detail of [undefined, null, {}, { jobs: 'all' }]) announce(detail)
  expect([reports, new Set(warnings())]).toEqual([
    [],
    new Set(['[liff-emulator] offline-queue: detail.jobs must be an array']),
  ])
  announce({ jobs: [{ ...job, key: 1 }, { ...job, name: undefined }, { ...job, state: 'lost' }, null, job] })
  expect(reports).toMatchObject([{ jobs: [{ key: 'k1' }] }])
  expect(warnings()).toEqual([
    '[liff-emulator] offline-queue: detail.jobs[0].key must be a string',
    '[liff-emulator] offline-queue: detail.jobs[1].name must be a string',
    expect.stringContaining('detail.jobs[2].state must be one of queued, sending'),
    '[liff-emulator] offline-queue: detail.jobs[3].key must be a string',
  ])
})
