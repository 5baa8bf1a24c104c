import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { contentSecurityPolicy } from '#server/http/csp.ts'
import { serveStatic } from '#server/static.ts'
import { testFolder } from '#tests/kit/folder.ts'

const SMALL = `<!doctype html><script>small()</script>${'<p>small</p>'.repeat(200)}`
const INLINE = `<!doctype html><script>one()</script><script>two()</script>${'<p>inline</p>'.repeat(400)}`
const HAS_FILES = 'assets=1'

let dist: string
let get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>
beforeEach(async () => {
  dist = join(await testFolder(), 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, 'index.html'), SMALL)
  await writeFile(join(dist, 'index-inline.html'), INLINE)
  get = served()
})

function served(compress = true): typeof get {
  const serve = serveStatic(dist, {
    csp: scriptHashes => contentSecurityPolicy({ scriptHashes }),
    hsts: 'max-age=31536000; includeSubDomains',
    compress,
  })
  return async (path, headers = {}, method = 'GET') => {
    const response = await serve(new Request(`https://campaign.example${path}`, { headers, method }))
    if (!response) throw new Error(`${path} is not a file of the app`)
    return response
  }
}

const etagOf = async (headers: Record<string, string>) => (await get('/', headers)).headers.get('etag') ?? ''
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const scriptsIn = ({ headers }: Response) =>
  /script-src ([^;]*)/
    .exec(headers.get('content-security-policy') ?? '')?.[1]
    ?.split(' ')
    .slice(2)

test('a phone without the files gets the document that contains them, and a phone with the cookie the small one', async () => {
  for (const path of ['/', '/receipt/7', '/?liff.state=x', '/nowhere']) {
    expect(await (await get(path)).text(), path).toBe(INLINE)
    expect(await (await get(path, { Cookie: HAS_FILES })).text(), path).toBe(SMALL)
  }
  expect(await (await get('/', { Cookie: `accessToken=abc; ${HAS_FILES}` })).text()).toBe(SMALL)
})

test.each([
  'assets=0',
  'assets',
  'assets=1x',
  'xassets=1',
  'assets="1"',
  'Assets=1',
  '=assets=1',
  ';;;',
  'assets=%31',
  `x=${'a'.repeat(100_000)}`,
  `${'assets=2; '.repeat(10_000)}`,
])('a cookie that is not exactly the app’s own has no effect (%#)', async cookie => {
  const response = await get('/', { Cookie: cookie })
  expect(await response.text()).toBe(INLINE)
  expect(scriptsIn(response)).toEqual([hash('one()'), hash('two()')])
})

test('each document allows exactly its own inline scripts, also when it is answered with 304 or to HEAD', async () => {
  const inline = [hash('one()'), hash('two()')]
  const small = [hash('small()')]
  expect(scriptsIn(await get('/'))).toEqual(inline)
  expect(scriptsIn(await get('/', {}, 'HEAD'))).toEqual(inline)
  expect(scriptsIn(await get('/', { Cookie: HAS_FILES }))).toEqual(small)
  const [ofInline, ofSmall] = [await etagOf({}), await etagOf({ Cookie: HAS_FILES })]
  for (const [headers, status, scripts] of [
    [{ 'If-None-Match': ofInline }, 304, inline],
    [{ 'If-None-Match': ofSmall }, 304, small],
    [{ 'If-None-Match': ofSmall, Cookie: HAS_FILES }, 304, small],
    [{ 'If-None-Match': ofInline, Cookie: HAS_FILES }, 200, small],
    [{ 'If-None-Match': '"of-an-older-release"' }, 200, inline],
  ] as const) {
    const response = await get('/', headers)
    expect([response.status, scriptsIn(response)]).toEqual([status, scripts])
    const expected = scripts === inline ? ofInline : ofSmall
    expect(response.headers.get('etag')).toBe(expected)
  }
})

test('each encoding of each document has its own ETag, and no cache shared by several phones stores a document', async () => {
  const tags = new Set<string | null>()
  for (const cookie of ['', HAS_FILES])
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await get('/receipt', { Cookie: cookie, 'Accept-Encoding': encoding })
      expect(response.headers.get('cache-control')).toMatch(/^private, /)
      if (encoding === 'br')
        expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(
          cookie ? SMALL : INLINE,
        )
      tags.add(response.headers.get('etag'))
    }
  expect(tags.size).toBe(6)
})

test('the worker’s request for index.html always gets the small document, which must be revalidated', async () => {
  for (const cookie of ['', HAS_FILES])
    for (const path of ['/index.html', '/index.html?__WB_REVISION__=1']) {
      const response = await get(path, { Cookie: cookie })
      expect(await response.text()).toBe(SMALL)
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
})

test('the document that contains the scripts has no path of its own', async () => {
  for (const path of ['/index-inline.html', '/%69ndex-inline.html'])
    expect((await get(path)).status, path).toBe(404)
  const page = await get('/index-inline.html', { Accept: 'text/html', Cookie: HAS_FILES })
  expect(await page.text()).toBe(SMALL)
})

test('a build without the second document sends the small one to all phones', async () => {
  await rm(join(dist, 'index-inline.html'))
  get = served()
  expect(await (await get('/')).text()).toBe(SMALL)
})

test('no document names files in a Link header, because phones either have them or get them with the document', async () => {
  for (const cookie of ['', HAS_FILES])
    expect((await get('/', { Cookie: cookie })).headers.get('link')).toBeNull()
})
