import { expect, test } from 'vitest'
import type { Activity } from '#contract/schema/master.ts'
import type { Reply } from '#src/ports.ts'
import { createRemote } from '#src/state/remote.ts'
import { latestValue } from '#src/state/resource.ts'
import { createPageReads } from '#src/storage/page-reads.ts'
import { virtualClock } from '#tests/kit/clock.ts'
import { openActivity } from '#tests/kit/fake-data.ts'
import { pageKv } from '#tests/kit/phone.ts'

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
