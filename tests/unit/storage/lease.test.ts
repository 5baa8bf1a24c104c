// @vitest-environment node
import { expect, test } from 'vitest'
import { ids } from '#src/platform/ids.ts'
import { createMemoryStore } from '#src/storage/key-value-store.ts'
import { leaseLeadership } from '#src/storage/lease.ts'
import { LEASE_HEARTBEAT_MS, LEASE_MS } from '#src/storage/limits.ts'
import { virtualClock } from '#tests/kit/clock.ts'

/** A phone with several tabs and without Web Locks. */
function phone() {
  const clock = virtualClock(1_000_000)
  const disk = { ...createMemoryStore(), durable: () => true }
  const leading: string[] = []
  function tab(name: string) {
    let dead = false
    const own = {
      now: clock.now,
      after: (ms: number, run: () => void) => clock.after(ms, () => dead || run()),
    }
    const stop = leaseLeadership({ kv: disk, clock: own, ids }).lead('outbox', async signal => {
      leading.push(name)
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      leading.splice(leading.indexOf(name), 1)
    })
    return {
      stop,
      crash() {
        dead = true
        if (leading.includes(name)) leading.splice(leading.indexOf(name), 1)
      },
    }
  }
  return { clock, tab, leading }
}

test('one tab leads for any length of time, and the next takes over when it stops', async () => {
  const { clock, tab, leading } = phone()
  const first = tab('first')
  await clock.advance(0)
  tab('second')
  await clock.advance(120_000)
  expect(leading).toEqual(['first'])
  first.stop()
  await clock.advance(5000)
  expect(leading).toEqual(['second'])
})

test('another tab takes over within 15 seconds after the leader crashed', async () => {
  const { clock, tab, leading } = phone()
  const first = tab('first')
  await clock.advance(4000)
  tab('second')
  first.crash()
  await clock.advance(15_000)
  expect(leading).toEqual(['second'])
})

test('ignores a lease that expires far in the future', async () => {
  const { clock, tab, leading } = phone()
  clock.jump(24 * 3_600_000)
  const first = tab('first')
  await clock.advance(1000)
  first.crash()
  clock.jump(-24 * 3_600_000)
  tab('second')
  await clock.advance(5000)
  expect(leading).toEqual(['second'])
})

test('a lease is not taken before it expires, although its holder is silent', async () => {
  const { clock, tab, leading } = phone()
  const first = tab('first')
  await clock.advance(LEASE_HEARTBEAT_MS + 500)
  tab('second')
  first.crash()
  await clock.advance(LEASE_MS - 1000)
  expect(leading).toEqual([])
  await clock.advance(LEASE_HEARTBEAT_MS + 1000)
  expect(leading).toEqual(['second'])
})

test('a waiting tab that closes does not end the lease of the leader', async () => {
  const { clock, tab, leading } = phone()
  tab('first')
  await clock.advance(500)
  const second = tab('second')
  await clock.advance(500)
  second.stop()
  await clock.advance(100)
  tab('third')
  await clock.advance(LEASE_HEARTBEAT_MS * 4)
  expect(leading).toEqual(['first'])
})
