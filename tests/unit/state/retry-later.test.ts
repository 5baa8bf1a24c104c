import { expect, test } from 'vitest'
import { createRetry } from '#src/state/retry-later.ts'
import { virtualClock } from '#tests/kit/clock.ts'
import { seededRandom } from '#tests/kit/random.ts'

const never = () => () => {}

/** Creates the retry timers of a stadium full of phones that fail at the same moment. */
function stadium(phones: number) {
  const clock = virtualClock(1_000_000)
  const random = seededRandom(7)
  const retriedAt: number[] = []
  const retries = Array.from({ length: phones }, () =>
    createRetry(
      {
        clock,
        ids: { random },
        visibility: { visible: () => true, onVisible: never, onHide: never },
        connectivity: { state: () => 'unreachable', onChange: never, onOnline: never },
      } as unknown as Parameters<typeof createRetry>[0],
      () => void retriedAt.push(clock.now()),
    ),
  )
  /** Makes all phones fail now. Returns the delay before each phone's retry, in seconds. */
  async function fail(retryAfter: number | null = null): Promise<number[]> {
    const from = clock.now()
    retriedAt.length = 0
    for (const retry of retries) retry.schedule(retryAfter)
    await clock.advance(120_000)
    return retriedAt.map(at => (at - from) / 1000)
  }
  return { fail, retries }
}

/** Returns the largest number of phones that retry within one second. */
function busiestSecond(seconds: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const at of seconds) counts.set(Math.floor(at), (counts.get(Math.floor(at)) ?? 0) + 1)
  return Math.max(...counts.values())
}

test('spreads the retries of phones that failed together, wider after each failure', async () => {
  const { fail } = stadium(1000)
  const first = await fail()
  expect(first).toHaveLength(1000)
  expect(Math.min(...first)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...first)).toBeLessThanOrEqual(8)
  expect(busiestSecond(first)).toBeLessThan(300)
  await fail()
  const third = await fail()
  expect(Math.max(...third)).toBeGreaterThan(16)
  expect(Math.max(...third)).toBeLessThanOrEqual(30)
  expect(busiestSecond(third)).toBeLessThan(100)
})

test('waits as long as the server asks, and spreads these retries too', async () => {
  const { fail } = stadium(1000)
  const asked = await fail(60)
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(60)
  expect(busiestSecond(asked)).toBeLessThan(300)
})

test('begins again with short delays after a success', async () => {
  const { fail, retries } = stadium(100)
  for (let nth = 0; nth < 5; nth += 1) await fail()
  for (const retry of retries) retry.reset()
  expect(Math.max(...(await fail()))).toBeLessThanOrEqual(8)
})

test('does not retry while the page is hidden, and retries once it is visible', async () => {
  const clock = virtualClock(1_000_000)
  let visible = false
  let retries = 0
  let show = () => {}
  const onVisible = (run: () => void) => {
    show = run
    return () => {}
  }
  const retry = createRetry(
    {
      clock,
      ids: { random: () => 0.5 },
      visibility: { visible: () => visible, onVisible, onHide: never },
      connectivity: { state: () => 'unreachable', onChange: never, onOnline: never },
    } as unknown as Parameters<typeof createRetry>[0],
    () => {
      retries += 1
    },
  )
  retry.schedule()
  await clock.advance(600_000)
  expect(retries).toBe(0)
  visible = true
  show()
  expect(retries).toBe(1)
})

test('neither a return to the page nor a reconnect shortens a time that the server has named', async () => {
  const clock = virtualClock(1_000_000)
  const hints: (() => void)[] = []
  const on = (run: () => void) => {
    hints.push(run)
    return () => {}
  }
  let retries = 0
  const retry = createRetry(
    {
      clock,
      ids: { random: () => 0.5 },
      visibility: { visible: () => true, onVisible: on, onHide: never },
      connectivity: { state: () => 'reachable', onChange: on, onOnline: on },
    } as unknown as Parameters<typeof createRetry>[0],
    () => {
      retries += 1
    },
  )
  retry.schedule(60)
  expect(hints).toHaveLength(3)
  await clock.advance(59_000)
  for (const hint of hints) hint()
  expect(retries).toBe(0)
  await clock.advance(10_000)
  expect(retries).toBe(1)
  retry.schedule()
  hints.at(-1)?.()
  expect(retries).toBe(2)
})
