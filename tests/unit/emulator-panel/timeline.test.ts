import { expect, test } from 'vitest'
import { chatMessage, pageTimelineEntry, timelineEntry } from '#emulator/panel/api/convert.ts'
import type { LoggedRequest } from '#emulator/panel/api/types.ts'

const logged: LoggedRequest = {
  id: 7,
  at: 1_700_000_000_000,
  via: 'phone',
  method: 'POST',
  url: 'https://api.line.me/oauth2/v2.1/token?x=1',
  status: 200,
  ms: 3,
  request: 'grant_type=authorization_code&code=abc',
  response: '{"access_token":"t"}',
  error: null,
}

test('a request shows host, path and query apart, and its bodies read as what they are', () => {
  expect(timelineEntry(logged)).toMatchObject({
    key: 'r7',
    kind: 'request',
    failed: false,
    host: 'api.line.me',
    path: '/oauth2/v2.1/token',
    query: '?x=1',
    detail: {
      from: 'the phone',
      query: { x: '1' },
      request: { grant_type: 'authorization_code', code: 'abc' },
      response: { access_token: 't' },
    },
  })
})

test('an answer of 400 and above, and a broken connection, are marked as failed', () => {
  expect(timelineEntry({ ...logged, status: 401 })).toMatchObject({ failed: true, note: '' })
  const broken = { ...logged, status: 502, error: 'network: offline' }
  expect(timelineEntry(broken)).toMatchObject({
    failed: true,
    note: 'broken',
    detail: { error: 'network: offline' },
  })
})

test('a body that is neither JSON nor a form stays text', () => {
  expect(timelineEntry({ ...logged, request: 'two words' })).toMatchObject({
    detail: { request: 'two words' },
  })
})

test('a message over the bridge shows its name and what it carried', () => {
  const bridge = {
    ...logged,
    via: 'bridge',
    url: 'bridge:openWindow',
    request: '{"url":"https://x"}',
  } as const
  expect(timelineEntry(bridge)).toMatchObject({
    kind: 'bridge',
    title: 'openWindow',
    note: '{"url":"https://x"}',
  })
})

test('what the page was refused over the bridge is marked, and says why', () => {
  const refused = { ...logged, via: 'bridge', url: 'bridge:liff.init', error: 'another app’s id' } as const
  expect(timelineEntry(refused)).toMatchObject({
    failed: true,
    note: 'another app’s id',
    detail: { error: 'another app’s id' },
  })
})

test('what the emulator logs itself is not told a second time by the page', () => {
  expect(pageTimelineEntry({ source: 'liff-emulator', type: 'bridge', name: 'openWindow' })).toBeUndefined()
  expect(pageTimelineEntry({ source: 'liff-emulator', type: 'close', by: 'scheme' })).toMatchObject({
    kind: 'page',
    note: 'scheme',
  })
})

test('an error of the page is marked', () => {
  const event = { source: 'liff-emulator', type: 'error', message: 'boom' } as const
  expect(pageTimelineEntry(event)).toMatchObject({ failed: true, title: 'boom' })
})

test('a message is its text, or what stands for it', () => {
  const at = 0
  expect(chatMessage({ id: 'a', userId: 'U1', at, message: { type: 'text', text: 'สวัสดี' } })).toMatchObject({
    text: 'สวัสดี',
  })
  const flex = chatMessage({ id: 'b', userId: 'U1', at, message: { type: 'flex', altText: 'a card' } })
  expect(flex).toMatchObject({ type: 'flex', text: 'a card' })
})
