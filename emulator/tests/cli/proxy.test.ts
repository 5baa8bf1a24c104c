import { mkdir, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { GUARD_SOURCE } from '#emulator/proxy/guard.ts'
import { rewriteCdnScripts } from '#emulator/sdk/cdn.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { startServer, withEmulator } from './kit.ts'

const PAGE = '<!doctype html><html><head><title>app</title></head></html>'
const SHIM = '<head><script src="/__emulator/shim.js"></script>'

test('serves a folder as an app: its files, index.html for pages, and nothing outside the folder', async () => {
  const folder = await testFolder()
  await mkdir(join(folder, 'app/sub'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'app/index.html'), PAGE)
  await writeFile(join(folder, 'app/main.js'), 'let a')
  await writeFile(join(folder, 'app/sub/index.html'), PAGE.replace('app', 'sub'))
  const { code } = await withEmulator(join(folder, 'app'), async url => {
    const get = async (path: string, accept = '*/*') => {
      const answer = await fetch(url + path, { headers: { accept } })
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }
    expect(await get('/', 'text/html')).toMatchObject({ status: 200, text: expect.stringContaining(SHIM) })
    expect((await get('/sub/', 'text/html')).text).toContain('<title>sub')
    expect((await get('/a/route?x=1', 'text/html')).text).toContain('<title>app')
    expect(await get('/main.js')).toEqual({
      status: 200,
      type: 'text/javascript; charset=utf-8',
      text: 'let a',
    })
    expect((await get('/a/missing.js')).status).toBe(404)
    expect((await get('/..%2fsecret.txt')).status).toBe(404)
    expect((await get('/%E0%A4%A')).status).toBe(404)
  })
  expect(code).toBe(0)
})

test('forwards requests as if the browser were on the app’s own URL, and lets the panel frame the page', async () => {
  let received: IncomingHttpHeaders = {}
  const app = await startServer((incoming, outgoing) => {
    received = incoming.headers
    outgoing.writeHead(200, {
      'content-type': 'text/html',
      'x-frame-options': 'DENY',
      'content-security-policy': "script-src 'nonce-abc'; connect-src 'none'; frame-ancestors 'none'",
    })
    outgoing.end(PAGE)
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    const headers = { origin: url, referer: `${url}/form` }
    const answer = await fetch(url, { method: 'POST', headers, body: 'a=1' })
    expect(await answer.text()).toContain(SHIM)
    expect(received).toMatchObject({
      host: new URL(app.url).host,
      origin: app.url,
      referer: `${app.url}/form`,
    })
    expect(answer.headers.get('x-frame-options')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toBe(
      `script-src 'nonce-abc' 'self' ${GUARD_SOURCE}; connect-src 'self'; frame-ancestors 'self' http://panel.phone.localhost:*`,
    )
    await fetch(url, { headers: { origin: 'http://localhost:1' } })
    expect(received.origin).toBe('http://localhost:1')
  })
})

test('leaves a redirect alone whose address only begins like that of the app’s server', async () => {
  const app = await startServer((_, outgoing) =>
    outgoing.writeHead(302, { location: `${app.url}@other.example/next` }).end(),
  )
  await withEmulator(app.url, async url => {
    const { headers } = await fetch(url, { redirect: 'manual' })
    expect(headers.get('location')).toBe(`${app.url}@other.example/next`)
    await app.close()
  })
})

test('passes on redirects and WebSockets, and answers 502 if the app does not respond', async () => {
  const app = await startServer((_, outgoing) =>
    outgoing.writeHead(302, { location: `${app.url}/next` }).end(),
  )
  app.server.on('upgrade', ({ headers }, socket) => {
    socket.write(
      `HTTP/1.1 101 ok\r\nconnection: upgrade\r\nupgrade: ${headers.upgrade}\r\nx-origin: ${headers.origin}\r\n\r\n`,
    )
    socket.end()
  })
  await withEmulator(app.url, async url => {
    const moved = await fetch(url, { redirect: 'manual' })
    expect(moved.headers.get('location')).toBe('/next')
    expect(await upgraded(url)).toMatchObject({ upgrade: 'echo', 'x-origin': app.url })
    await app.close()
    const gone = await fetch(url)
    expect(gone.status).toBe(502)
    expect(await gone.text()).toContain(`${app.url} does not answer`)
  })
})

async function upgraded(url: string): Promise<IncomingHttpHeaders> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const upgrade = request(url, { headers: { connection: 'Upgrade', upgrade: 'echo', origin: url } })
    upgrade.once('upgrade', ({ headers }, socket) => {
      socket.destroy()
      resolve(headers)
    })
    upgrade.once('error', reject)
    upgrade.end()
  })
}

test('makes script elements for LINE’s CDN load the installed SDK, with any quotes and without their hash', () => {
  const cdn = 'https://static.line-scdn.net/liff/edge/versions/2.26.1/sdk.js'
  for (const tag of [
    `<script charset="utf-8" src="${cdn}" integrity="sha384-x" crossorigin="anonymous"></script>`,
    `<script charset="utf-8" crossorigin src="${cdn}"></script>`,
  ])
    expect(rewriteCdnScripts(tag)).toBe(
      '<script charset="utf-8" src="/__line/static.line-scdn.net/liff/edge/versions/2.26.1/sdk.js"></script>',
    )
  expect(rewriteCdnScripts(`<script src='${cdn}' integrity='x'>`)).toMatch(/^<script src='\/__line\/[^']*'>$/)
  expect(rewriteCdnScripts(`<script src=${cdn}>`)).toMatch(/^<script src=\/__line\/[^ ]*sdk.js>$/)
  const other = '<script src="https://example.com/sdk.js" integrity="sha384-x"></script>'
  expect(rewriteCdnScripts(other)).toBe(other)
})

test('links and forms with the address of the app’s server are rewritten to the proxy’s, and others are not', async () => {
  const other = 'http://localhost:1/x'
  const app = await startServer((_, outgoing) => {
    const own = `http://${outgoing.req.headers.host}`
    outgoing.setHeader('content-type', 'text/html')
    outgoing.end(
      `<form action="${own}/auth/signin"></form><a href='${own}'>a</a><a href="${own}?x=1">b</a><a href="${own}0/">c</a><a href="${other}">d</a>`,
    )
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    const html = await (await fetch(url)).text()
    expect(html).toContain(
      `<form action="/auth/signin"></form><a href='/'>a</a><a href="/?x=1">b</a><a href="${app.url}0/">c</a><a href="${other}">d</a>`,
    )
  })
})
