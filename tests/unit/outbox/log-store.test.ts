import { expect, test } from 'vitest'
import { uuidv7 } from '#contract/uuidv7.ts'
import { LOG_MAX_AGE_MS, LOG_ORPHAN_AGE_MS, MAX_LOGS } from '#src/outbox/limits.ts'
import { createLogStore } from '#src/outbox/log-store.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { pageKv } from '#tests/kit/phone.ts'
import { errorReport } from '#tests/kit/phone-report.ts'

const NOW = 1_795_000_000_000
let count = 0
const id = () => {
  count += 1
  return uuidv7(
    NOW,
    Uint8Array.from({ length: 16 }, (_, i) => (i < 12 ? 0 : (count >> (8 * (15 - i))) & 255)),
  )
}
const [a, b] = [id(), id()]
const event = (path: string) =>
  ({ kind: 'pageview', eventId: id(), at: '2026-11-20T05:00:00Z', path }) as const
const report = () =>
  ({ kind: 'report', eventId: id(), at: '2026-11-20T05:00:00Z', report: errorReport }) as const

/** A phone on which pages of several visits store log events. `open` loads the stored events. */
function phone() {
  const kv = pageKv()
  return {
    async open(visit: string, now = NOW) {
      const store = createLogStore(kv, visit)
      await store.load(now)
      return store
    },
    /** Returns the paths of the stored page views, and `report` for each report. */
    async stored() {
      const records = (await kv.entries('q/')) as [string, { event: { path?: string } }][]
      return records.map(([, record]) => record.event.path ?? 'report').sort()
    },
  }
}

const { open, stored } = eachTest(phone)

test('takes over the events of a closed page after a minute, or once the clock was set back by a minute', async () => {
  await (await open('closed')).add(event('/left'), a, NOW)
  const takenOver = async (now: number) => (await open('next', now)).has(a)
  expect(await takenOver(NOW + LOG_ORPHAN_AGE_MS - 1)).toBe(false)
  expect(await takenOver(NOW - LOG_ORPHAN_AGE_MS + 1)).toBe(false)
  expect(await takenOver(NOW + LOG_ORPHAN_AGE_MS)).toBe(true)
  expect(await takenOver(NOW - LOG_ORPHAN_AGE_MS)).toBe(true)
})

test('an open page looks for the events of a closed page after a minute, or once the clock was set back', async () => {
  for (const later of [LOG_ORPHAN_AGE_MS, -LOG_ORPHAN_AGE_MS]) {
    const { open } = phone()
    await (await open('closed')).add(event('/left'), a, NOW)
    const store = await open('next')
    await store.refresh(NOW + later - Math.sign(later))
    expect(store.has(a)).toBe(false)
    await store.refresh(NOW + later)
    expect(store.has(a)).toBe(true)
  }
})

test('deletes events a day after they were stored, or once the clock was set back by a day', async () => {
  for (const age of [LOG_MAX_AGE_MS, -LOG_MAX_AGE_MS]) {
    const { open, stored } = phone()
    const first = await open('first')
    await first.add(event('/of-nobody'), null, NOW)
    await open('next', NOW + age - Math.sign(age))
    expect(await stored()).toEqual(['/of-nobody'])
    await open('next', NOW + age)
    expect(await stored()).toEqual([])
  }
})

test('a full store drops the oldest events', async () => {
  const store = await open('visit')
  for (let n = 0; n <= MAX_LOGS; n += 1) await store.add(event(n === 0 ? '/first' : '/later'), a, NOW)
  expect(await stored()).toEqual(Array(MAX_LOGS).fill('/later'))
})

test('keeps an event that the phone cannot store while the page is open', async () => {
  const full = { ...pageKv(), set: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
  const store = createLogStore(full, 'visit')
  await store.add(event('/unsaved'), a, NOW)
  await store.load(NOW)
  expect(store.has(a)).toBe(true)
  await store.purge(a)
  expect(store.has(a)).toBe(false)
})

test('a customer’s events are deleted without those of another customer and of nobody', async () => {
  const store = await open('visit')
  await store.add(event('/of-a'), a, NOW)
  await store.add(event('/of-b'), b, NOW)
  await store.add(event('/of-nobody'), null, NOW)
  await store.purge(a)
  expect(await stored()).toEqual(['/of-b', '/of-nobody'])
  // This page belongs to another visit, so it has not loaded the recent events.
  await (await open('other')).purge(b)
  expect(await stored()).toEqual(['/of-nobody'])
})

test('switching reports off deletes the reports of all pages, and no page view', async () => {
  await (await open('other')).add(report(), b, NOW)
  const store = await open('visit')
  await store.add(report(), a, NOW)
  await store.add(event('/kept'), a, NOW)
  await store.purgeReports()
  expect(await stored()).toEqual(['/kept'])
  expect(store.oldest(a, 10)).toHaveLength(1)
})

test('assigns the events from before the sign-in to the customer, and not those of an earlier visit', async () => {
  await (await open('earlier')).add(event('/earlier'), null, NOW - LOG_ORPHAN_AGE_MS)
  const store = await open('visit')
  await store.add(event('/before'), null, NOW)
  await store.add(event('/of-b'), b, NOW)
  await store.assignOwner(a)
  const paths = store.oldest(a, 10).map(({ event: one }) => (one.kind === 'pageview' ? one.path : one.kind))
  expect(paths).toEqual(['/before'])
})
