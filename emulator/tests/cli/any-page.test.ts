import { createServer as createSecureServer } from 'node:https'
import zlib from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { GUARD_SOURCE, SHIM_AND_GUARD as SHIM } from '#emulator/proxy/guard.ts'
import { listen } from '#tests/kit/listen.ts'
import { selfSigned } from '#tests/kit/self-signed.ts'
import { startServer, withEmulator } from './kit.ts'
import { through } from './page-kit.ts'

/** The proxy adds the shim to pages of every kind as their first script, and changes nothing else in them. */

const HTML = 'text/html; charset=utf-8'
const THAI =
  '<!doctype html><html lang="th"><head><title>สวัสดี</title></head><body><p>ยินดีต้อนรับ</p></body></html>'

const shimmed = THAI.replace('<head>', `<head>${SHIM}`)

test.each([
  ['gzip', zlib.gzipSync(THAI)],
  ['br', zlib.brotliCompressSync(THAI)],
  ['deflate', zlib.deflateSync(THAI)],
  ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(THAI))],
])('a page that is sent with %s although the emulator asked for none', async (coding, bytes) =>
  expect(await through({ type: HTML, coding, parts: [bytes] })).toMatchObject({ status: 200, text: shimmed }),
)

test('a page with a coding that Node cannot decode says so, with the cure', async () => {
  const { status, text } = await through({ type: HTML, coding: 'shared-dict', parts: ['x'] })
  expect(status).toBe(502)
  expect(text).toContain('content coding "shared-dict"')
  expect(text).toContain('Switch compression off in development')
})

const sjis = Uint8Array.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])
const inShiftJis = (head: string) => [
  Buffer.concat([
    Buffer.from(`<!doctype html><html><head>${head}<title>`),
    sjis,
    Buffer.from('</title></head>'),
  ]),
]

test.each([
  ['Shift_JIS in the header', 'text/html; charset=Shift_JIS', inShiftJis('')],
  ['Shift_JIS in a meta element', 'text/html', inShiftJis('<meta charset="shift_jis">')],
  [
    'UTF-16 with a mark',
    'text/html',
    [Buffer.from('\uFEFF<!doctype html><html><head><title>日本語</title></head>', 'utf16le')],
  ],
  ['Windows-874 in the header', 'text/html; charset=windows-874', [Buffer.from([0xca, 0xc7])]],
])('%s arrives as UTF-8', async (_, type, parts) => {
  const { type: sent, text } = await through({ type, parts })
  expect(sent).toMatch(/^text\/html; ?charset=utf-8$/)
  expect(text).toMatch(/日本語|สว/)
  expect(text).toContain(SHIM)
})

test('scripts, styles and forms of a page in another encoding keep theirs', async () => {
  const greeting = Buffer.from([0xca, 0xc7])
  const page = Buffer.concat([Buffer.from('<meta charset="tis-620"><form action="/x"><p>'), greeting])
  const served: Record<string, [type: string, body: Buffer]> = {
    '/': ['text/html', page],
    '/a.js': ['text/javascript', Buffer.concat([Buffer.from('"'), greeting, Buffer.from('"')])],
    '/utf8.js': ['text/javascript', Buffer.from('"สว"')],
    '/a.css': ['text/css', Buffer.concat([Buffer.from('p::after{content:"'), greeting, Buffer.from('"}')])],
  }
  const app = await startServer(({ url = '' }, outgoing) => {
    const [type, body] = served[url] ?? ['', Buffer.of()]
    outgoing.setHeader('content-type', type).end(body)
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    const textAt = async (path: string) => (await fetch(url + path)).text()
    expect(await textAt('/')).toContain('<form accept-charset="windows-874" action="/x"><p>สว')
    expect(await textAt('/a.js')).toBe('"สว"')
    expect(await textAt('/utf8.js')).toBe('"สว"')
    expect(await textAt('/a.css')).toBe('p::after{content:"สว"}')
  })
})

test('a character that is cut between two parts stays whole', async () => {
  const bytes = Buffer.from(THAI)
  const parts = [...bytes].map(byte => Uint8Array.of(byte))
  expect((await through({ type: HTML, parts })).text).toBe(shimmed)
  expect((await through({ type: 'text/html', parts })).text).toBe(shimmed)
})

test('a document without a type gets the shim, and another file without one stays as it is', async () => {
  expect((await through({ parts: [THAI] })).text).toBe(shimmed)
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47])
  const { text, type } = await through({ parts: [png] })
  expect([text, type]).toEqual([Buffer.from(png).toString('utf8'), ''])
  expect((await through({ parts: [] })).text).toBe('')
})

test.each([
  ['<p>x', `${SHIM}<p>x`],
  ['<!-- <head> --><!doctype html><body>x', `<!-- <head> --><!doctype html>${SHIM}<body>x`],
  [
    '<!DOCTYPE html>\n<html\n lang="a>b">\n<script>1</script>',
    `<!DOCTYPE html>\n<html\n lang="a>b">\n${SHIM}<script>1</script>`,
  ],
  ['<!doctype html>', `<!doctype html>${SHIM}`],
  ['<head><script>"</head><!--"</script>', `<head>${SHIM}<script>"</head><!--"</script>`],
])('%j gets the shim before its first element', async (page, expected) => {
  expect((await through({ type: HTML, parts: [page] })).text).toBe(expected)
  expect((await through({ type: HTML, parts: [...page] })).text).toBe(expected)
})

test('a streamed page begins before its end, and a cut script is changed as a whole', async () => {
  const rest =
    '<script type="module">import liff from "https://static.line-scdn.net/liff/edge/2/sdk.js"</script></body>'
  let finish = () => {}
  const app = await startServer((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': HTML })
    outgoing.write('<!doctype html><html><head></head><body><p>first</p><scr')
    finish = () => outgoing.end(`ipt>let a</script>${rest}`)
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    const reader = (await fetch(url)).body?.getReader()
    const read = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect(await read()).toBe(`<!doctype html><html><head>${SHIM}</head><body><p>first</p>`)
    finish()
    let later = ''
    for (let next = await read(); next !== ''; next = await read()) later += next
    expect(later).toContain('<script>let a</script>')
    expect(later).not.toContain('https://static.line-scdn.net')
  })
})

test.each([
  ['default-src https:', `default-src https: 'self' ${GUARD_SOURCE}`],
  ["default-src 'none'; img-src https:", `default-src 'self' ${GUARD_SOURCE}; img-src https: 'self'`],
  ["script-src 'UNSAFE-INLINE' 'SELF'", "script-src 'unsafe-inline' 'self'"],
  ["script-src 'NONCE-aB' 'Strict-Dynamic'", "script-src 'self' 'unsafe-inline' http: https:"],
  ["script-src 'unsafe-inline'", "script-src 'unsafe-inline' 'self'"],
  ["script-src 'nonce-a' 'unsafe-inline'", `script-src 'nonce-a' 'unsafe-inline' 'self' ${GUARD_SOURCE}`],
  ["script-src 'nonce-a'", `script-src 'nonce-a' 'self' ${GUARD_SOURCE}`],
  ["script-src 'nonce-a' 'strict-dynamic'", "script-src 'self' 'unsafe-inline' http: https:"],
  ["default-src 'self' 'sha256-x'; upgrade-insecure-requests", "default-src 'self' 'unsafe-inline'"],
])('the policy %j lets the shim and LINE work, in the header and in the page', async (policy, expected) => {
  const frames = "frame-ancestors 'self' http://panel.phone.localhost:*"
  const inHeader = await through({ type: HTML, policy, parts: ['<p>'] })
  expect(inHeader.policy).toBe(`${expected}; ${frames}`)
  const two = await through({ type: HTML, policy: [policy, "object-src 'none'"], parts: ['<p>'] })
  expect(two.policy).toBe(`${expected}; ${frames}, object-src 'none'; ${frames}`)
  const meta = (value: string) =>
    `<head><meta http-equiv="Content-Security-Policy" content="${value}"></head>`
  const { text } = await through({ type: HTML, parts: [meta(policy)] })
  expect(text).toBe(meta(expected).replace('<head>', `<head>${SHIM}`))
})

test('an app with a certificate of its own on this machine works', async () => {
  const app = createSecureServer(selfSigned('DNS:localhost'), (_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': HTML }).end(THAI)
  })
  app.on('upgrade', (_, socket) =>
    socket.end('HTTP/1.1 101 ok\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n'),
  )
  const { port } = await listen(app)
  await withEmulator(`https://localhost:${port}`, async url => {
    expect(await (await fetch(url)).text()).toBe(shimmed)
    const { connect } = await import('node:net')
    const { port } = new URL(url)
    const socket = connect(Number(port), 'localhost')
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n')
    const [head] = (await new Promise<Buffer>(resolve => socket.once('data', resolve)))
      .toString()
      .split('\r\n')
    expect(head).toBe('HTTP/1.1 101 ok')
    socket.destroy()
  })
})
