import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { cachedGet } from '#src/state/cached-get.ts'
import { recordOf } from '#src/storage/cached-response.ts'
import { createPageReads } from '#src/storage/page-reads.ts'
import { virtualClock } from '#tests/kit/clock.ts'
import { openActivity } from '#tests/kit/fake-data.ts'
import { lateScripts } from '#tests/kit/late-scripts.ts'
import { pageKv } from '#tests/kit/phone.ts'

/**
 * Reads the activity from a cached response of this age, which counts as fresh for an hour. Returns the
 * number of requests.
 */
async function requestsAt(ageMs: number): Promise<number> {
  const clock = virtualClock(1_000_000_000)
  const kv = pageKv()
  // Load the validator's separate script now, because it would arrive too late for the virtual clock.
  await lateScripts()
  await kv.set([['m/activity', recordOf({ at: clock.now() - ageMs, etag: null, value: openActivity })]])
  let requests = 0
  const api = {
    async call() {
      requests += 1
      return { ok: true, value: openActivity, headers: new Headers() }
    },
  }
  const ports = { api, kv, clock, tabs: { post: () => {}, listen: () => () => {} } }
  const reads = createPageReads(ports as unknown as Parameters<typeof createPageReads>[0])
  const reading = cachedGet(
    { ...ports, reads } as unknown as Parameters<typeof cachedGet>[0],
    { route: 'activity', name: 'activity', owner: null },
    { freshFor: HOUR_MS, isCurrent: () => true, paint: () => {} },
  )
  await clock.advance(5000)
  expect((await reading).ok).toBe(true)
  return requests
}

test('uses a response younger than an hour without a request, but not an older one', async () => {
  expect(await requestsAt(HOUR_MS - 1)).toBe(0)
  expect(await requestsAt(HOUR_MS)).toBe(1)
})

test('does not use a response from the future as fresh after the clock was set back', async () => {
  expect(await requestsAt(-HOUR_MS)).toBe(1)
  expect(await requestsAt(-365 * 24 * HOUR_MS)).toBe(1)
})
