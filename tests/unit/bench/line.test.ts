import { expect, test } from 'vitest'
import type { LinkClock } from '#tests/bench/link/clock.ts'
import { createLine, type LinkProfile } from '#tests/bench/link/line.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { seededRandom } from '#tests/kit/random.ts'

/** Creates a clock that jumps from event to event. `run` runs all events in order of time. */
function virtualClock() {
  let now = 0
  const events: { readonly time: number; readonly run: () => void }[] = []
  const clock: LinkClock = {
    now: () => now,
    at(time, run) {
      events.push({ time, run })
      events.sort((a, b) => a.time - b.time)
    },
  }
  function run(): void {
    for (let next = events.shift(); next; next = events.shift()) {
      now = Math.max(now, next.time)
      next.run()
    }
  }
  return { ...clock, run }
}

/** A round trip of 100 ms, and one segment of 1,500 bytes per millisecond. */
const link: LinkProfile = { name: 'test', roundTripMs: 100, bytesPerSecond: 1_500_000, loss: 0 }
const SEGMENT = 1460

function opened(profile: Partial<LinkProfile> = {}) {
  const clock = virtualClock()
  return { clock, line: createLine({ ...link, ...profile }, clock) }
}

/** Opens a stream and records the arrival time and the first byte of each of its segments. */
function recorded({ clock, line }: ReturnType<typeof opened>, random: () => number = () => 1) {
  const arrivals: { readonly at: number; readonly byte: number }[] = []
  const events: string[] = []
  const stream = line.open({
    random,
    onData: bytes => arrivals.push({ at: Math.round(clock.now()), byte: bytes[0] ?? -1 }),
    onEnd: () => events.push('end'),
    onDrain: () => events.push('drain'),
  })
  return { stream, arrivals, events, times: () => arrivals.map(({ at }) => at) }
}

/** Returns this many segments. All bytes of a segment are the segment's index. */
const segments = (count: number) =>
  Uint8Array.from({ length: count * SEGMENT }, (_, index) => Math.floor(index / SEGMENT))

/** Returns a random source that loses each segment with one of these numbers once. */
function losing(...lost: readonly number[]) {
  let asked = -1
  let again = false
  return () => {
    // After a loss, the next random number decides whether the retransmitted segment is lost.
    if (again) {
      again = false
      return 1
    }
    asked += 1
    again = lost.includes(asked)
    return again ? 0 : 1
  }
}

const given = eachTest(opened)

test('a segment arrives half a round trip after it was sent', () => {
  const { stream, times } = recorded(given)
  stream.send(segments(1))
  given.clock.run()
  expect(times()).toEqual([51])
})

test('segments follow each other as fast as the link allows', () => {
  const { stream, times } = recorded(given)
  stream.send(segments(4))
  given.clock.run()
  expect(times()).toEqual([51, 52, 53, 54])
})

test('connections share the link in turn', () => {
  const first = recorded(given)
  const second = recorded(given)
  first.stream.send(segments(3))
  second.stream.send(segments(3))
  given.clock.run()
  expect(first.times()).toEqual([51, 53, 55])
  expect(second.times()).toEqual([52, 54, 56])
})

test('a new connection sends ten segments, then one more than it has acknowledged', () => {
  const { stream, times } = recorded(given)
  stream.send(segments(35))
  given.clock.run()
  // The first acknowledgement arrives after a round trip. Each acknowledgement allows two more segments.
  expect(times().slice(0, 10)).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60])
  expect(times().slice(10, 14)).toEqual([152, 153, 154, 155])
  expect(times()).toHaveLength(35)
  expect(times()[29]).toBe(171)
  expect(times()[30]).toBe(253)
})

test('a lost segment delays those after it on its connection by a round trip, and no other connection', () => {
  const lossy = recorded({ ...given, line: createLine({ ...link, loss: 0.5 }, given.clock) }, losing(1))
  lossy.stream.send(segments(6))
  given.clock.run()
  // Without the loss, the second segment would arrive at 52. The link sends it twice.
  expect(lossy.times()).toEqual([51, 153, 153, 153, 153, 153])
  expect(lossy.arrivals.map(({ byte }) => byte)).toEqual([0, 1, 2, 3, 4, 5])
})

test('a lost segment at the end is sent again after a timeout', () => {
  const given = opened({ loss: 0.5 })
  const { stream, times } = recorded(given, losing(2))
  stream.send(segments(3))
  given.clock.run()
  expect(times()).toEqual([51, 52, 354])
})

test('after a loss, a connection may send half as much', () => {
  const given = opened({ loss: 0.5 })
  const { stream, times } = recorded(given, losing(0))
  stream.send(segments(12))
  given.clock.run()
  const without = opened()
  const { stream: lossless, times: expected } = recorded(without)
  lossless.send(segments(12))
  without.clock.run()
  // Without a loss, ten segments are sent at once, and the eleventh follows a round trip later.
  expect(expected()[9]).toBe(60)
  // With a loss, only five segments are in flight: the sixth waits for an acknowledgement.
  expect(times().slice(0, 5)).toEqual([152, 152, 152, 152, 152])
  expect(times()[5]).toBe(154)
})

test('the same seed loses the same segments, another seed others', () => {
  const timesWith = (seed: number) => {
    const given = opened({ loss: 0.1 })
    const { stream, times } = recorded(given, seededRandom(seed))
    stream.send(segments(100))
    given.clock.run()
    return { times: times(), lost: given.line.counts.lost }
  }
  expect(timesWith(1)).toEqual(timesWith(1))
  expect(timesWith(1).times).not.toEqual(timesWith(2).times)
  expect(timesWith(1).lost).toBeGreaterThan(0)
})

test('about the given share of segments is lost', () => {
  const given = opened({ loss: 0.05 })
  const { stream, arrivals } = recorded(given, seededRandom(7))
  for (let n = 0; n < 20; n += 1) stream.send(segments(100))
  given.clock.run()
  expect(arrivals).toHaveLength(2000)
  expect(given.line.counts.sent).toBe(2000)
  expect(given.line.counts.lost).toBeGreaterThan(50)
  expect(given.line.counts.lost).toBeLessThan(150)
})

test('a full send buffer stops the sender until there is room, and the end comes last', () => {
  const { stream, arrivals, events } = recorded(given)
  expect(stream.send(segments(10))).toBe(true)
  expect(stream.send(segments(100))).toBe(false)
  stream.end()
  given.clock.run()
  expect(arrivals).toHaveLength(110)
  expect(events).toEqual(['drain', 'end'])
})

test('a sender has to wait only if there will be room later', () => {
  const { stream, events } = recorded(given)
  // The stream sends 65,700 bytes. The idle link takes the first segment at once.
  expect(stream.send(segments(45))).toBe(true)
  given.clock.run()
  expect(events).toEqual([])
})

test('an aborted stream delivers nothing more', () => {
  const { stream, arrivals, events } = recorded(given)
  stream.send(segments(20))
  stream.end()
  stream.abort()
  given.clock.run()
  expect(arrivals).toEqual([])
  expect(events).toEqual([])
})
