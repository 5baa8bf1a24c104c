import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linksOf } from '#server/early-hints.ts'
import { createServer, type Listening } from '#server/server.ts'
import { serveStatic } from '#server/static.ts'

const html = `<!doctype html><html><head>
  <link rel="icon" href="/favicon.svg">
  <script type="module" crossorigin src="/assets/app.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/home.js">
  <link rel="preload" as="style" crossorigin href="/assets/home.css">
</head><body><link rel="stylesheet" href="/assets/app.css"></body></html>`
const links = [
  '</assets/app.js>; rel=modulepreload; crossorigin',
  '</assets/home.js>; rel=modulepreload; crossorigin',
  '</assets/home.css>; rel=preload; as=style; crossorigin',
  '</assets/app.css>; rel=preload; as=style',
]

let dist: string
let listening: Listening
let serve: ReturnType<typeof serveStatic>
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'hints-'))
  await writeFile(join(dist, 'index.html'), html)
  await writeFile(join(dist, 'terms.html'), html)
  serve = serveStatic(dist, { csp: '', publicUrl: 'https://campaign.example' })
  listening = await createServer(async request => (await serve(request)) ?? new Response('api'), {
    port: 0,
    host: '127.0.0.1',
    earlyHints: linksOf(html),
  })
})
afterAll(async () => {
  await listening.close(100)
  await rm(dist, { recursive: true })
})

/** Everything that comes back for a request line and its headers, up to the last answer's body. */
function raw(line: string, ...headers: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = [line, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(request))
    let answer = ''
    socket.on('data', data => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
const statuses = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)

test('the links are those of the document’s own tags, in its order and with their modes', () => {
  expect(linksOf(html)).toEqual(links)
})

test('the app’s document carries its links, so that a proxy or CDN can send them first; nothing else does', async () => {
  const linkOf = async (path: string, init: RequestInit = {}) =>
    (await serve(new Request(`https://campaign.example${path}`, init)))?.headers.get('link')
  expect(await linkOf('/')).toBe(links.join(', '))
  expect(await linkOf('/receiptHistory')).toBe(links.join(', '))
  expect(await linkOf('/terms.html')).toBeNull()
  expect(await linkOf('/assets/app.js')).toBeNull()
})

test('a browser that opens a page is told them before the page', async () => {
  const answer = await raw('GET /receiptHistory?a=b HTTP/1.1', 'Sec-Fetch-Mode: navigate')
  expect(statuses(answer)).toEqual(['103', '200'])
  const [early = ''] = answer.split('\r\n\r\n', 1)
  expect(early.toLowerCase()).toContain(`link: ${links.join(', ')}`)
  expect(answer).toContain(html)
})

test.each([
  ['a program that says nothing of a page', 'GET / HTTP/1.1', []],
  ['HTTP/1.0, which has no 1xx', 'GET / HTTP/1.0', ['Sec-Fetch-Mode: navigate']],
  ['another file', 'GET /terms.html HTTP/1.1', ['Sec-Fetch-Mode: navigate']],
  ['the API', 'GET /api/master/activity HTTP/1.1', ['Sec-Fetch-Mode: navigate']],
  ['a form that is sent', 'POST / HTTP/1.1', ['Sec-Fetch-Mode: navigate', 'Content-Length: 0']],
])('%s gets one answer', async (_, line, headers) => {
  expect(statuses(await raw(line, ...headers))).toEqual(['200'])
})
