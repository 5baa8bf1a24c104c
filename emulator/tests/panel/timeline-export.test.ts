// @vitest-environment happy-dom
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { pageTimelineEntries, sessionEntry, timelineEntry } from '#emulator/panel/api/convert.ts'
import { isRequest, type LoggedRequest } from '#emulator/panel/api/types.ts'
import { curlOf } from '#emulator/panel/timeline/curl.ts'
import { harOf } from '#emulator/panel/timeline/har.ts'
import { storyOf } from '#emulator/panel/timeline/story.ts'

const logged: LoggedRequest = {
  ...{
    id: 1,
    at: 1_700_000_000_000,
    via: 'server',
    method: 'POST',
    url: 'https://api.line.me/v2/bot/message/push',
  },
  ...{ status: 200, ms: 3, request: '{"to":"U1"}', response: '{}', error: null },
}
const exchangeOf = (more: Partial<LoggedRequest>) => {
  const entry = timelineEntry({ ...logged, ...more })
  if (!isRequest(entry)) throw new Error('not a request')
  return entry.exchange
}

/** Runs the command in a shell with a `curl` that prints its arguments, and returns these arguments. */
const argumentsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`])
    .toString()
    .split('\0')
    .slice(0, -1)

test('a shell passes every character of the request to curl', () => {
  const hostile = `@/etc/passwd 'quoted' "double" $HOME \`id\` \\ line 1\nline 2\r\n%s ขอบคุณ 🌷 ; rm -rf x #`
  const url = "https://api.line.me/v2/x?q='$(id)'&r=1"
  const headers = { authorization: "Bearer a'b", 'content-type': 'text/plain' }
  const exchange = exchangeOf({ request: hostile, url, headers })
  expect(argumentsOf(curlOf(exchange))).toEqual([
    ...['-X', 'POST', url],
    ...['-H', "authorization: Bearer a'b", '-H', 'content-type: text/plain'],
    ...['--data-raw', hostile],
  ])
})

test('curl gets the content type of the body if its header is not known, and no body without one', () => {
  expect(argumentsOf(curlOf(exchangeOf({})))).toContain('content-type: application/json')
  expect(argumentsOf(curlOf(exchangeOf({ request: 'a=1&b=%20' })))).toContain(
    'content-type: application/x-www-form-urlencoded',
  )
  expect(argumentsOf(curlOf(exchangeOf({ method: 'GET', request: null })))).toEqual(['-X', 'GET', logged.url])
})

test('curl repeats a request of the app with its headers, and says that it does not have a form', () => {
  const event = {
    ...({ source: 'liff-emulator', type: 'request' } as const),
    ...{ method: 'POST', url: 'http://localhost:4400/api/orders', headers: { authorization: 'Bearer a' } },
    ...{ status: 401, ms: 1, response: null },
  }
  const exchangeWith = (request: string | null, isSummary: boolean) => {
    const [entry] = pageTimelineEntries(undefined, { ...event, request, isSummary })
    if (entry === undefined || !isRequest(entry)) throw new Error('not a request')
    return entry.exchange
  }
  const order = exchangeWith('{"id":7}', false)
  expect(argumentsOf(curlOf(order))).toContain('authorization: Bearer a')
  expect(order.cut).toBe(false)
  expect(exchangeWith('{"photo":"image/jpeg, 5 bytes"}', true).cut).toBe(true)
})

test('an exchange says that its body is not complete if the body was long or binary', () => {
  expect(exchangeOf({}).cut).toBe(false)
  expect(exchangeOf({ request: `${'x'.repeat(4_000)}…` }).cut).toBe(true)
  expect(exchangeOf({ request: null, headers: { 'content-type': 'image/png' } }).cut).toBe(true)
  expect(
    exchangeOf({ method: 'GET', request: null, headers: { 'content-type': 'application/json' } }).cut,
  ).toBe(false)
  expect(exchangeOf({ request: null, headers: { authorization: 'Bearer t' } }).cut).toBe(false)
})

test('a HAR file has the requests in order, with all fields that HAR 1.2 requires', () => {
  const later = timelineEntry({ ...logged, id: 2, at: logged.at + 5, status: 502, error: 'network: offline' })
  const first = timelineEntry({ ...logged, url: `${logged.url}?a=1&a=%F0%9F%8C%B7` })
  const page = pageTimelineEntries(undefined, { source: 'liff-emulator', type: 'error', message: 'boom' })
  const { log } = JSON.parse(JSON.stringify(harOf([later, ...page, first]))) as ReturnType<typeof harOf>
  expect(log.version).toBe('1.2')
  expect(log.entries.map(({ startedDateTime }) => startedDateTime)).toEqual([
    '2023-11-14T22:13:20.000Z',
    '2023-11-14T22:13:20.005Z',
  ])
  expect(log.entries[0]).toMatchObject({
    ...{ time: 3, cache: {}, timings: { send: 0, wait: 3, receive: 0 } },
    request: {
      ...{ method: 'POST', httpVersion: 'HTTP/1.1', cookies: [], headers: [], headersSize: -1, bodySize: 11 },
      queryString: [
        { name: 'a', value: '1' },
        { name: 'a', value: '🌷' },
      ],
      postData: { mimeType: 'application/json', text: '{"to":"U1"}' },
    },
    response: {
      ...{ status: 200, statusText: '', httpVersion: 'HTTP/1.1', cookies: [], headers: [] },
      ...{ redirectURL: '', headersSize: -1, bodySize: -1 },
      content: { size: 2, mimeType: 'application/json', text: '{}' },
    },
  })
  expect(log.entries[1]?.response).toMatchObject({ status: 502, _error: 'network: offline' })
})

test('a story has the events around an entry up to a pause or another session', () => {
  const at = (id: number, time: number, ms = 0) => timelineEntry({ ...logged, id, at: time, ms })
  const entries = [at(1, 0), at(2, 5_000, 3_000), at(3, 5_010), at(4, 8_900), at(5, 10_000)]
  expect(storyOf(entries, 'r3')).toMatchObject({
    ms: 3_900,
    steps: [
      { entry: { key: 'r2' }, after: 0, ms: 3_000 },
      { entry: { key: 'r3' }, after: 10 },
      { entry: { key: 'r4' }, after: 3_900 },
    ],
  })
  expect(storyOf(entries, 'r1').steps).toHaveLength(1)
  const next = sessionEntry({ id: 'next', scenario: 'friend', at: 8_000 })
  expect(storyOf([...entries.slice(0, 3), next, ...entries.slice(3)], 'r3').steps).toHaveLength(2)
  expect(storyOf(entries, 'gone')).toEqual({ steps: [], ms: 0 })
})

test('a story has no events of another user: two customers who use the app at the same time have a story each', () => {
  const at = (id: number, userId: string | undefined, more: Partial<LoggedRequest> = {}) =>
    timelineEntry({ ...logged, request: null, id, at: id * 100, ms: 5, ...(userId && { userId }), ...more })
  const [mine, theirs] = [`U${'a'.repeat(32)}`, `U${'b'.repeat(32)}`]
  const verified = JSON.stringify({ iss: 'https://access.line.me', sub: mine })
  const entries = [
    ...pageTimelineEntries(mine, { source: 'liff-emulator', type: 'error', message: 'boom' }).map(entry => ({
      ...entry,
      at: 50,
    })),
    at(1, mine),
    at(2, theirs),
    at(3, undefined, { via: 'server', response: verified }),
    at(4, undefined, { via: 'server', request: JSON.stringify({ to: theirs }) }),
    at(5, undefined, { via: 'line', request: JSON.stringify({ events: [{ source: { userId: mine } }] }) }),
    at(6, undefined),
    at(12, mine),
    at(17, theirs),
  ]
  const keysOf = (key: string) => storyOf(entries, key).steps.map(({ entry }) => entry.key)
  expect(keysOf('r1')).toEqual([entries[0]?.key, 'r1', 'r3', 'r5', 'r6', 'r12'])
  expect(keysOf('r2')).toEqual(['r2', 'r4', 'r6'])
  // Another user's request does not bridge a pause either.
  expect(keysOf('r17')).toEqual(['r17'])
})
