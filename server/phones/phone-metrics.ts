import type { Registry } from 'prom-client'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { addReadGauge } from '#server/read-gauge.ts'
import type { Db } from '#server/store/tables.ts'
import { createTimedCache } from '#server/timed-cache.ts'
import { phoneHealth, type Vital } from './phone-health.ts'

const FRESH_MS = 15_000

/** The only variable label is the build: at most ten served by this campaign, and `other`. */
export function createPhoneMetrics(db: Db, registers: Registry[], now: () => number): void {
  const cache = createTimedCache(2)
  const healthSince = (key: string, since: () => number) => async () =>
    (await cache.get(key, FRESH_MS, now(), () => phoneHealth(db, since()))).value
  const day = healthSince('day', () => now() - DAY_MS)
  const hour = healthSince('hour', () => now() - HOUR_MS - (now() % HOUR_MS))
  addReadGauge(
    registers,
    {
      name: 'campaign_phone_p75_ms',
      help: '75th percentile of the times of the last 24 hours in milliseconds, by build: lcp, inp, and home (until home is visible)',
      labelNames: ['build', 'vital'],
    },
    day,
    (p75, { builds }) => {
      for (const { build, p75: values } of builds)
        for (const [vital, ms] of Object.entries(values) as [Vital, number | null][])
          if (ms !== null) p75.set({ build, vital }, ms)
    },
  )
  addReadGauge(
    registers,
    {
      name: 'campaign_phone_visits',
      help: 'Visits of the last 24 hours that reported their times, by build: one in ten',
      labelNames: ['build'],
    },
    day,
    (visits, { builds }) => {
      for (const one of builds) visits.set({ build: one.build }, one.visits)
    },
  )
  addReadGauge(
    registers,
    {
      name: 'campaign_phone_errors',
      help: 'Errors that phones reported in this hour and the one before, by build',
      labelNames: ['build'],
    },
    hour,
    (errors, { builds }) => {
      for (const one of builds) errors.set({ build: one.build }, one.errors)
    },
  )
  addReadGauge(
    registers,
    {
      name: 'campaign_phones_with_old_jobs',
      help: 'Phones that reported a job older than an hour in the last 24 hours',
    },
    day,
    (phones, { oldJobs }) => phones.set(oldJobs.phones),
  )
}
