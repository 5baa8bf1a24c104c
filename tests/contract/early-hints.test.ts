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
  serve = serveStatic(dist, { csp: () => '', hsts: 'max-age=31536000; includeSubDomains' })
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

/** Sends a request and returns everything received until the server closes the connection. */
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

test('links the files of the document’s tags, in its order and with the same crossorigin mode', () => {
  expect(linksOf(html)).toEqual(links)
})

test('sends a Link header with the app’s document only, so that a proxy or CDN can send Early Hints', async () => {
  const linkOf = async (path: string, init: RequestInit = {}) =>
    (await serve(new Request(`https://campaign.example${path}`, init)))?.headers.get('link')
  expect(await linkOf('/')).toBe(links.join(', '))
  expect(await linkOf('/receiptHistory')).toBe(links.join(', '))
  expect(await linkOf('/terms.html')).toBeNull()
  expect(await linkOf('/assets/app.js')).toBeNull()
})

test('sends 103 with the links before the page that a browser opens', async () => {
  const answer = await raw('GET /receiptHistory?a=b HTTP/1.1', 'Sec-Fetch-Mode: navigate')
  expect(statuses(answer)).toEqual(['103', '200'])
  const [early = ''] = answer.split('\r\n\r\n', 1)
  expect(early.toLowerCase()).toContain(`link: ${links.join(', ')}`)
  expect(answer).toContain(html)
})

test.each([
  ['a client without Sec-Fetch-Mode', 'GET / HTTP/1.1', []],
  ['an HTTP/1.0 client, whose protocol has no 1xx,', 'GET / HTTP/1.0', ['Sec-Fetch-Mode: navigate']],
  ['a request for another file', 'GET /terms.html HTTP/1.1', ['Sec-Fetch-Mode: navigate']],
  ['a call of the API', 'GET /api/master/activity HTTP/1.1', ['Sec-Fetch-Mode: navigate']],
  ['a submitted form', 'POST / HTTP/1.1', ['Sec-Fetch-Mode: navigate', 'Content-Length: 0']],
])('sends no 103 to %s', async (_, line, headers) => {
  expect(statuses(await raw(line, ...headers))).toEqual(['200'])
})
