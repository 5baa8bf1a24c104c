import { expect, test } from 'vitest'
import { pageTimelineEntries, sessionEntry, timelineEntry } from '#emulator/panel/api/convert.ts'
import type { LoggedRequest } from '#emulator/panel/api/types.ts'
import { en } from '#emulator/panel/texts/en.ts'
import {
  filtered,
  hostsIn,
  NO_FILTER,
  type TimelineFilter,
  usersIn,
} from '#emulator/panel/timeline/filter.ts'
import { folded } from '#emulator/panel/timeline/fold.ts'

const USER = 'U4af4980629a1b2c3d4e5f60718293a4b'
let last = 0
const request = (more: Partial<LoggedRequest>) => {
  last += 1
  return timelineEntry({
    ...{
      id: last,
      at: last,
      via: 'phone',
      method: 'GET',
      url: 'https://api.line.me/v2/profile',
      status: 200,
    },
    ...{ ms: 3, request: null, response: '{"name":"สมหญิง"}', error: null },
    ...more,
  })
}

const entries = [
  request({ userId: USER }),
  request({ url: 'https://access.line.me/oauth2/v2.1/verify', status: 400 }),
  request({ via: 'server', method: 'POST', status: 503, request: JSON.stringify({ to: USER }) }),
  request({ status: 502, error: 'network: offline' }),
  ...pageTimelineEntries(undefined, { source: 'liff-emulator', type: 'error', message: "it's [broken" }),
]

/** Returns the numbers of shown entries and of hidden failures. */
const counts = (filter: Partial<TimelineFilter>) => {
  const { shown, hiddenFailures } = filtered(entries, { ...NO_FILTER, ...filter }, en.timeline)
  return [shown.length, hiddenFailures]
}

test('the filter shows the entries that match all of its fields, and counts the failures that it hides', () => {
  expect(counts({})).toEqual([5, 0])
  expect(counts({ kind: 'failed' })).toEqual([4, 0])
  expect(counts({ host: 'access.line.me' })).toEqual([1, 3])
  expect(counts({ status: '5xx' })).toEqual([2, 2])
  expect(counts({ status: '2xx' })).toEqual([1, 4])
  expect(counts({ user: USER.toLowerCase() })).toEqual([2, 3])
  expect(counts({ host: 'api.line.me', status: '5xx', text: 'post' })).toEqual([1, 3])
})

test('the search finds words in any order, in the bodies too, and takes every character literally', () => {
  expect(counts({ text: 'PROFILE  get' })).toEqual([2, 3])
  expect(counts({ text: 'สมหญิง' })).toEqual([4, 1])
  expect(counts({ text: "it's [broken" })).toEqual([1, 3])
  expect(counts({ text: '.*' })).toEqual([0, 4])
})

test('hosts and users of the entries are listed once', () => {
  expect(hostsIn(entries)).toEqual(['access.line.me', 'api.line.me'])
  expect(usersIn(entries)).toEqual([USER.toLowerCase()])
})

test('equal entries that follow each other are one row with their number, and a user can unfold it', () => {
  const same = Array.from({ length: 520 }, () => request({}))
  const all = [
    ...same,
    request({ status: 500 }),
    request({}),
    sessionEntry({ id: 'next', scenario: 'friend', at: 0 }),
    request({}),
  ]
  const folds = folded(all, en.timeline)
  expect(folds.map(({ count }) => count)).toEqual([520, 1, 1, 1, 1])
  expect(folds[0]).toMatchObject({ key: same[0]?.key, newest: same.at(-1) })
  const unfolded = folded(all, en.timeline, new Set([same[0]?.key ?? '']))
  expect(unfolded).toHaveLength(524)
  expect(new Set(unfolded.map(({ key }) => key)).size).toBe(524)
})
