import { signal } from '@preact/signals-core'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import type { Activity } from '#contract/schema/master.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Reply } from '#src/ports.ts'
import { cachedGet } from '#src/state/cached-get.ts'
import { keepRecords } from '#src/state/keep-records.ts'
import { createRemote } from '#src/state/remote.ts'
import { latestValue } from '#src/state/resource.ts'
import { recordOf } from '#src/storage/cached-response.ts'
import { createIndexedDbStore, createKeyValueStore, withBreaker } from '#src/storage/key-value-store.ts'
import { draftKey } from '#src/storage/keys.ts'
import { createPageReads } from '#src/storage/page-reads.ts'
import { reopeningStore } from '#src/storage/reopening-store.ts'
import { writeWhileSignedIn } from '#src/storage/signed-in.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'
import { openActivity } from '#tests/kit/fake-data.ts'
import { lateScripts } from '#tests/kit/late-scripts.ts'
import { pageKv } from '#tests/kit/phone.ts'

/** Returns the number of requests for an activity whose cached copy is this old. The copy is fresh for an hour. */
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

test('drafts are stored again after the browser has deleted the database under the page', async () => {
  const idb = new IDBFactory()
  const clock = virtualClock(0)
  let lose = () => {}
  const disk = withBreaker(createIndexedDbStore(reopeningStore(clock, idb, 'phone', () => lose())), clock)
  const kv = createKeyValueStore(disk)
  const onLost = (run: () => void) => {
    lose = run
    return () => {}
  }
  keepRecords({ kv, disk: { ...disk, onLost } }, { customerId: signal('c') })
  const key = draftKey('c', 'receipt/new')
  expect(await writeWhileSignedIn(kv, 'c', [key, 1])).toBe(true)
  await new Promise<void>(resolve => {
    idb.deleteDatabase('phone').onsuccess = () => resolve()
  })
  await settle()
  expect(await writeWhileSignedIn(kv, 'c', [key, 2])).toBe(true)
  expect(await kv.get(key)).toBe(2)
})

/** Creates a remote that loads the activity. The test answers its requests. */
function remote() {
  const clock = virtualClock(1_000_000)
  const kv = pageKv()
  const answers: ((reply: Reply<unknown>) => void)[] = []
  const api = { call: () => new Promise<Reply<unknown>>(resolve => answers.push(resolve)) }
  const never = () => () => {}
  const tabs = { post: () => {}, listen: never }
  const ports = {
    api,
    reads: createPageReads({ api, kv, clock, tabs } as unknown as Parameters<typeof createPageReads>[0]),
    clock,
    tabs,
    visibility: { visible: () => true, onVisible: never, onHide: never },
    connectivity: { state: () => 'reachable', onChange: never, onOnline: never },
  } as unknown as Parameters<typeof createRemote>[0]
  const activity = createRemote(ports, { route: 'activity', name: 'activity' })
  const answer = (value: Activity) =>
    answers.shift()?.({ ok: true, value, headers: new Headers() } as Reply<unknown>)
  return { clock, kv, activity, answer }
}

const older: Activity = { ...openActivity, bahtPerRight: 100 }
const newer: Activity = { ...openActivity, bahtPerRight: 50 }

test('an answer to an older request does not replace an accepted one, on the screen or on the phone', async () => {
  const { clock, kv, activity, answer } = remote()
  const loading = activity.load()
  await clock.advance(1000)
  activity.accept(newer)
  await clock.advance(100)
  const stored = await kv.entries('')
  answer(older)
  await loading
  await clock.advance(1000)
  expect(latestValue(activity.current.value)).toMatchObject({ bahtPerRight: 50 })
  expect(await kv.entries('')).toEqual(stored)
  const again = activity.load()
  await clock.advance(1000)
  answer(older)
  await again
  expect(latestValue(activity.current.value)).toMatchObject({ bahtPerRight: 100 })
})
