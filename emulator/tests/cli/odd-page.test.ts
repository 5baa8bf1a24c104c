import zlib from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { textOf } from '#emulator/proxy/decode.ts'
import { SHIM_AND_GUARD as SHIM } from '#emulator/proxy/guard.ts'
import { sendRaw } from '#tests/kit/raw-http.ts'
import { startServer, withEmulator } from './kit.ts'
import { through } from './page-kit.ts'

/** Pages that the proxy once sent with the shim missing or too late, sent changed, or did not send at all. */

const HTML = 'text/html; charset=utf-8'

test.each([
  ['<!--><script>1</script>-->', `<!-->${SHIM}<script>1</script>-->`],
  ['<!-- a --!><script>1</script><!-- -->', `<!-- a --!>${SHIM}<script>1</script><!-- -->`],
  ['<html a=b"c><script>1</script><p title="x">', `<html a=b"c>${SHIM}<script>1</script><p title="x">`],
  ['<html ="><script>1</script><p title="x">', `<html =">${SHIM}<script>1</script><p title="x">`],
  ['<!a><html><script>1</script>', `<!a><html>${SHIM}<script>1</script>`],
])('%j gets the shim before its first script', async (page, expected) => {
  expect((await through({ type: HTML, parts: [page] })).text).toBe(expected)
  expect((await through({ type: HTML, parts: [...page] })).text).toBe(expected)
})

test('texts, comments and strings that look like tags stay as they are', async () => {
  const tag = '<script src="https://static.line-scdn.net/liff/edge/2/sdk.js" integrity="sha384-x"></script>'
  const cdn = tag.replace('</script>', '')
  const page = `<textarea>${tag}</textarea><title>${tag}</title><!-- ${tag} --><script>let a = '${cdn}'</script><title-bar>`
  expect((await through({ type: HTML, parts: [page] })).text).toBe(SHIM + page)
})

test('an element whose name only begins like a script’s or title’s does not hold the page up', async () => {
  const app = await startServer((incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': HTML })
    outgoing.write('<title-bar>a</title-bar><script-x>b')
    if (incoming.method === 'HEAD') outgoing.end()
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    const reader = (await fetch(url)).body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe(`${SHIM}<title-bar>a</title-bar><script-x>b`)
    await reader?.cancel()
  })
})

const KANJI = Buffer.from([0x93, 0xfa])
const japanese = (before: string, after = '') =>
  Buffer.concat([Buffer.from(before), KANJI, Buffer.from(after)])
async function* oneByOne(page: Buffer) {
  for (const byte of page) yield Uint8Array.of(byte)
}

test.each([
  ['with a mark', 'text/html', Buffer.from('\uFEFF<title>日', 'utf16le')],
  ['in an old meta element', 'text/html', japanese('<meta content="text/html;charset=Shift_JIS"><title>')],
  ['after a text', 'text/html', japanese('<title>', '</title><meta charset="shift_jis">')],
  ['after an unknown name in the header', 'text/html; charset=x-y', japanese('<meta charset="sjis"><title>')],
  ['that cannot be true', 'text/html', Buffer.from('<meta charset="utf-16"><title>日')],
])('an encoding %s is found, also if the page arrives byte by byte', async (_, type, page) => {
  const { text } = await through({ type, parts: [page] })
  expect(text.startsWith(SHIM)).toBe(true)
  expect(text).toContain('<title>日')
  let read = ''
  for await (const part of textOf(oneByOne(page), type.split('charset=')[1])) read += part
  expect(read).toBe(text.replace(SHIM, ''))
})

test('deflate without the header of zlib is decoded', async () => {
  const { text } = await through({ type: HTML, coding: 'deflate', parts: [zlib.deflateRawSync('<p>a')] })
  expect(text).toBe(`${SHIM}<p>a`)
})

test.each([
  ['gzip', [Buffer.from('<p>')]],
  ['br', [Buffer.from('<p>a</p>'.repeat(9))]],
])('a page that is not the %s that its header names gets a text that says so', async (coding, parts) => {
  const { status, text } = await through({ type: HTML, coding, parts })
  expect([status, text]).toEqual([
    502,
    expect.stringContaining(`the content coding "${coding}", but its body cannot be decoded`),
  ])
})

test('a page without a usable type gets the shim, also if it arrives byte by byte', async () => {
  for (const type of [undefined, '*/*', 'html', 'unknown/unknown'])
    for (const page of ['<!DOCTYPE html><p>', ' <a href="/">b</a>']) {
      const { text } = await through({ ...(type === undefined ? {} : { type }), parts: [...page] })
      expect(text).toBe(page.replace(/<p>|<a/, found => SHIM + found))
    }
})

test('a path that begins with two slashes, and a whole URL, lead to the app and not to the host that they name', async () => {
  const paths: (string | undefined)[] = []
  const app = await startServer(({ url, method }, outgoing) => {
    if (method === 'GET') paths.push(url)
    outgoing.end('app')
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    for (const path of ['//api.line.me/v2/profile', 'http://api.line.me/v2/profile?a=1'])
      expect(
        await sendRaw(Number(new URL(url).port), `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
      ).toBe('HTTP/1.1 200 OK')
  })
  expect(paths).toEqual(['//api.line.me/v2/profile', '/v2/profile?a=1'])
})

test('the app’s server learns that the browser has left, also before its answer and while nothing arrives', async () => {
  const left: string[] = []
  const asked = new Map<string, () => void>()
  const app = await startServer((incoming, outgoing) => {
    const { url = '', method } = incoming
    if (method === 'HEAD') return outgoing.end()
    outgoing.on('close', () => left.push(url))
    if (url === '/silent') outgoing.writeHead(200, { 'content-type': HTML }).write('<p>')
    return asked.get(url)?.()
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    for (const path of ['/waiting', '/silent']) {
      const leaves = new AbortController()
      const arrived = new Promise<void>(resolve => asked.set(path, resolve))
      const loaded = fetch(url + path, { signal: leaves.signal }).catch(() => {})
      await arrived
      if (path === '/silent') await loaded
      leaves.abort()
    }
    await expect.poll(() => left).toEqual(['/waiting', '/silent'])
  })
})

test('the shim of a streamed page without a declared encoding does not wait for the end of the page', async () => {
  const app = await startServer((incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/html' })
    outgoing.write('<!doctype html><script>1</script><title>สวัสดี</title>')
    if (incoming.method === 'HEAD') outgoing.end()
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    const reader = (await fetch(url)).body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe(`<!doctype html>${SHIM}<script>1</script>`)
    await reader?.cancel()
  })
})
