// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import { REPORT_OLD_JOB_MS } from '#contract/report-words.ts'
import { DAY_MS } from '#contract/time.ts'
import { startReports } from '#src/boot/phone-report.ts'
import type { JobView } from '#src/state/types.ts'
import { fakeApp } from '#tests/kit/fake-app.tsx'
import { queuedJob } from '#tests/kit/fake-data.ts'
import { pageLocalStorage } from '#tests/kit/page-local-storage.ts'
import { pageKv } from '#tests/kit/phone.ts'

test('reports an old job once a day, and again after the clock was set back', () => {
  const began = 1_800_000_000_000
  let now = began
  const log = vi.fn()
  const jobs = signal<readonly JobView[]>([])
  const fake = fakeApp()
  const app = { ...fake, outbox: { ...fake.outbox, jobs, log } }
  const clock = { now: () => now, after: () => () => {} }
  startReports(app, { kv: pageKv(), local: pageLocalStorage(), clock, ids: { random: () => 1 } }, 'build1')
  /** Shows a job of this age at this time. Returns the number of reports so far. */
  const reportsAt = (time: number, ageMs: number) => {
    now = time
    jobs.value = [{ ...queuedJob, createdAt: now - ageMs }]
    return log.mock.calls.length
  }
  expect(reportsAt(began, REPORT_OLD_JOB_MS - 1)).toBe(0)
  expect(reportsAt(began, REPORT_OLD_JOB_MS)).toBe(1)
  expect(reportsAt(began + DAY_MS - 1, REPORT_OLD_JOB_MS)).toBe(1)
  expect(reportsAt(began + DAY_MS, REPORT_OLD_JOB_MS)).toBe(2)
  expect(reportsAt(began + 1, REPORT_OLD_JOB_MS)).toBe(2)
  expect(reportsAt(began, REPORT_OLD_JOB_MS)).toBe(3)
})

test('a phone whose clock is days ahead reports no new job as old', () => {
  const log = vi.fn()
  const fake = fakeApp()
  const campaign = { ...fake.campaign, serverAhead: signal(-8 * DAY_MS) }
  const now = 1_800_000_000_000
  const jobs = signal<readonly JobView[]>([{ ...queuedJob, createdAt: now - 8 * DAY_MS }])
  const clock = { now: () => now, after: () => () => {} }
  const ports = { kv: pageKv(), local: pageLocalStorage(), clock, ids: { random: () => 1 } }
  startReports({ ...fake, campaign, outbox: { ...fake.outbox, jobs, log } }, ports, 'build1')
  expect(log).not.toHaveBeenCalled()
})
