import { expect, test } from 'vitest'
import { isRecent, isWaiting } from '#contract/recent.ts'

const now = 1_800_000_000_000
const DAY_MS = 86_400_000

test.each([
  ['made now', now, true],
  ['one millisecond younger than the limit', now - 999, true],
  ['as old as the limit', now - 1000, false],
  ['less ahead than the limit, after a small correction of the clock', now + 999, true],
  ['as far ahead as the limit', now + 1000, false],
  ['stored while the clock was a year ahead', now + 365 * DAY_MS, false],
  ['stored while the clock was in 1970', 0, false],
])('a value %s: recent %s', (_, at, expected) => expect(isRecent(at, now, 1000)).toBe(expected))

test('nothing is recent within zero milliseconds', () => expect(isRecent(now, now, 0)).toBe(false))

test.each([
  ['lasts until the last millisecond before its end', now + 1, true],
  ['is over at its end', now, false],
  ['is over after its end', now - 1, false],
  ['lasts if it is as long as the longest', now + 1000, true],
  ['is over if it is longer than the longest, because the clock was set back', now + 1001, false],
])('a wait %s', (_, until, expected) => expect(isWaiting(until, now, 1000)).toBe(expected))
