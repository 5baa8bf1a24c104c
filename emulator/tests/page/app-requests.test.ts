// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { installAppRequests } from '#emulator/page/app-requests.ts'
import { createLineUrls } from '#emulator/page/line-url.ts'
import { soon } from '#tests/kit/soon.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

type Report = Parameters<typeof installAppRequests>[0]['report']

/** Reports the page's requests as in a frame of the panel. `answer` is the server's response to every `fetch`. */
function watched(answer: () => Promise<Response>) {
  const { fetch } = window
  const { open, send, setRequestHeader } = XMLHttpRequest.prototype
  atTestEnd(async () => {
    window.fetch = fetch
    Object.assign(XMLHttpRequest.prototype, { open, send, setRequestHeader })
  })
  vi.stubGlobal('parent', { location: { origin: location.origin }, postMessage: vi.fn() })
  window.fetch = vi.fn(answer) as typeof window.fetch
  const report = vi.fn<Report>()
  installAppRequests({ urls: createLineUrls({ routes: '/__line/' }), report })
  return report
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

test('a request to the app’s server is reported with both bodies, and the app still reads the response', async () => {
  const report = watched(async () => json({ id: 7 }, 201))
  const response = await window.fetch('/api/orders?x=1', { method: 'post', body: '{"name":"tea"}' })
  expect(await response.json()).toEqual({ id: 7 })
  await soon(() => expect(report).toHaveBeenCalledTimes(1))
  expect(report.mock.calls[0]?.[0]).toMatchObject({
    type: 'request',
    method: 'POST',
    url: `${location.origin}/api/orders?x=1`,
    status: 201,
    request: '{"name":"tea"}',
    response: '{"id":7}',
  })
})

test('a form is reported by field, with the size of a file instead of its content', async () => {
  const report = watched(async () => new Response(null, { status: 204 }))
  const body = new FormData()
  body.set('note', 'hello')
  body.set('photo', new File(['12345'], 'a.jpg', { type: 'image/jpeg' }))
  await window.fetch('/api/receipts', { method: 'POST', body })
  await soon(() => expect(report).toHaveBeenCalledTimes(1))
  expect(report.mock.calls[0]?.[0]).toMatchObject({
    request: '{"note":"hello","photo":"image/jpeg, 5 bytes"}',
    response: null,
  })
})

test('the headers that the app sets are reported, and whether the body is only described', async () => {
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue(undefined)
  const report = watched(async () => json({}))
  await window.fetch('/api/me', { headers: { Authorization: 'Bearer a', 'X-Csrf': 'b' } })
  await window.fetch(new Request('/api/me', { headers: { Authorization: 'Bearer a' } }))
  await window.fetch('/api/photo', { method: 'PUT', body: new Blob(['12345'], { type: 'text/plain' }) })
  await soon(() => expect(report).toHaveBeenCalledTimes(3))
  const request = new XMLHttpRequest()
  request.open('GET', '/api/me')
  request.setRequestHeader('Authorization', 'Bearer a')
  request.send()
  request.dispatchEvent(new Event('loadend'))
  const authorization = 'Bearer a'
  expect(report.mock.calls.map(([event]) => event)).toMatchObject([
    { headers: { authorization, 'x-csrf': 'b' }, isSummary: false },
    ...[{ headers: { authorization } }, { request: 'text/plain, 5 bytes', isSummary: true }],
    { headers: { authorization }, isSummary: false },
  ])
})

test('a request without a response is reported with status 0, and the app gets the error', async () => {
  const report = watched(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(window.fetch('https://api.example.com/x')).rejects.toThrow('Failed to fetch')
  await soon(() => expect(report).toHaveBeenCalledTimes(1))
  expect(report.mock.calls[0]?.[0]).toMatchObject({ url: 'https://api.example.com/x', status: 0 })
})

test('requests to LINE and to the emulator are not reported, because its log contains them', async () => {
  const report = watched(async () => json({}))
  await window.fetch('https://api.line.me/v2/profile')
  await window.fetch('/__line/api.line.me/v2/profile')
  await window.fetch('/__emulator/api/state')
  await window.fetch('/api/state')
  await soon(() => expect(report).toHaveBeenCalledTimes(1))
  expect(report.mock.calls.map(([event]) => 'url' in event && event.url)).toEqual([
    `${location.origin}/api/state`,
  ])
})

test('a binary response is reported without its body, and an invalid URL is left to the browser', async () => {
  const headers = { 'content-type': 'image/png' }
  const report = watched(async () => new Response('png', { headers }))
  await window.fetch('/photo')
  await soon(() => expect(report).toHaveBeenCalledTimes(1))
  expect(report.mock.calls[0]?.[0]).toMatchObject({ status: 200, response: null })
  await window.fetch('http://[')
  expect(report).toHaveBeenCalledTimes(1)
})

test('an XMLHttpRequest is reported like a fetch', async () => {
  const sent = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue(undefined)
  const report = watched(async () => json({}))
  const request = new XMLHttpRequest()
  request.open('PUT', '/api/profile')
  request.send('name=x')
  expect(sent).toHaveBeenCalledWith('name=x')
  request.dispatchEvent(new Event('loadend'))
  expect(report.mock.calls[0]?.[0]).toMatchObject({ method: 'PUT', status: 0, request: 'name=x' })
})
