import { createHash } from 'node:crypto'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { contentSecurityPolicy } from '#server/http/csp.ts'
import { serveStatic } from '#server/static.ts'
import { testFolder } from '#tests/kit/folder.ts'

let root: string
let serve: ReturnType<typeof serveStatic>
beforeEach(async () => {
  root = await testFolder()
  const dist = join(root, 'dist')
  await mkdir(join(dist, 'assets/.hidden'), { recursive: true })
  await writeFile(join(root, 'secret.txt'), 'secret')
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>app</title>')
  await writeFile(join(dist, 'sw.js'), 'worker')
  await writeFile(join(dist, '.env'), 'secret')
  await writeFile(join(dist, 'assets/app-1a2b.js'), 'app')
  await writeFile(join(dist, 'assets/.hidden/x.js'), 'secret')
  await symlink(join(root, 'secret.txt'), join(dist, 'link.txt'))
  serve = serveStatic(dist, {
    csp: () => contentSecurityPolicy(),
    hsts: 'max-age=31536000; includeSubDomains',
  })
})

const get = (path: string, init: RequestInit = {}) =>
  serve(new Request(`https://campaign.example${path}`, init))

test('lets one browser use a screen’s HTML for five minutes, and sends it with the policy and the security headers', async () => {
  const response = await get('/')
  expect(await response?.text()).toContain('app')
  expect(response?.headers.get('cache-control')).toBe('private, max-age=300')
  expect(response?.headers.get('content-security-policy')).toBe(contentSecurityPolicy())
  expect(response?.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response?.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  const etag = response?.headers.get('etag') ?? ''
  expect((await get('/', { headers: { 'If-None-Match': etag } }))?.status).toBe(304)
})

test.each(['/receipt/7', '/watingAnouncer', '/Continue', '/nowhere', '/?code=x'])(
  'answers %s with the app',
  async path => {
    const response = await get(path)
    expect([response?.status, response?.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
  },
)

test('lets the app show "page not found" for any unknown page, also one with a file extension', async () => {
  const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  for (const path of ['/page.html', '/evil.example', '//evil.example', '/%E0%A4%A']) {
    const response = await get(path, { headers })
    expect([path, response?.status, await response?.text()]).toEqual([
      path,
      200,
      expect.stringContaining('app'),
    ])
    expect((await get(path))?.status, `${path}, not as a page`).toBe(404)
  }
  for (const path of ['/assets/gone.js', '/assets/%E0%A4%A', '/.env', '/.git/config'])
    expect((await get(path, { headers }))?.status, path).toBe(404)
})

test('lets browsers cache an asset for a year and answers a missing one with 404, never with HTML', async () => {
  const found = await get('/assets/app-1a2b.js')
  expect(found?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  for (const path of ['/assets/app-0000.js', '/assets/', '/assets/x', '/assets/app-1a2b.js/x']) {
    const missing = await get(path)
    expect([path, missing?.status, missing?.headers.get('content-type')]).toEqual([
      path,
      404,
      'text/plain; charset=utf-8',
    ])
  }
})

test.each([
  '/.env',
  '/.git/config',
  '/assets/.hidden/x.js',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets%5c..%5csecret.txt',
  '/link.txt',
  '/secret.txt',
  '/index.php',
  '/%zz',
  '/index.html%00.js',
])('does not serve %s', async path => {
  const response = await get(path)
  expect([response?.status, await response?.text()]).toEqual([404, 'Not found\n'])
})

test('every kind of text has the content type of its contents, with its character set', async () => {
  const kinds = { html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json' }
  const all = { ...kinds, svg: 'image/svg+xml', txt: 'text/plain', webmanifest: 'application/manifest+json' }
  for (const extension of Object.keys(all)) await writeFile(join(root, 'dist', `text.${extension}`), 'x')
  const files = serveStatic(join(root, 'dist'), { csp: () => contentSecurityPolicy(), hsts: false })
  for (const [extension, type] of Object.entries(all)) {
    const response = await files(new Request(`https://campaign.example/text.${extension}`))
    expect([extension, response?.headers.get('content-type')]).toEqual([extension, `${type}; charset=utf-8`])
  }
})

test('returns null for the API, the emulator and methods other than GET and HEAD', async () => {
  for (const path of [
    '/api/customer',
    '/api',
    '/healthz',
    '/readyz',
    '/__emulator/',
    '/__line/api.line.me/x',
  ])
    expect(await get(path)).toBeNull()
  expect(await get('/', { method: 'POST' })).toBeNull()
  expect((await get('/sw.js', { method: 'HEAD' }))?.headers.get('content-length')).toBe('6')
})

test('compresses text if the client accepts it, with an ETag per encoding', async () => {
  const script = 'export const n = 1;'.repeat(200)
  await writeFile(join(root, 'dist/assets/big.js'), script)
  const packing = serveStatic(join(root, 'dist'), {
    csp: () => contentSecurityPolicy(),
    hsts: 'max-age=31536000; includeSubDomains',
    compress: true,
  })
  const ask = (encodings: string, more: Record<string, string> = {}) =>
    packing(
      new Request('https://campaign.example/assets/big.js', {
        headers: { 'Accept-Encoding': encodings, ...more },
      }),
    )
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  const tags = new Set<string | null | undefined>()
  for (const encoding of ['br', 'gzip'] as const) {
    const response = await ask(`deflate, ${encoding};q=0.5`)
    expect(response?.headers.get('content-encoding')).toBe(encoding)
    expect(response?.headers.get('vary')).toBe('Accept-Encoding')
    const bytes = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(bytes.length).toBe(Number(response?.headers.get('content-length')))
    expect(unpack[encoding](bytes).toString()).toBe(script)
    tags.add(response?.headers.get('etag'))
  }
  for (const encodings of ['', 'br;q=0', 'identity']) {
    const response = await ask(encodings)
    expect([response?.headers.get('content-encoding'), await response?.text()]).toEqual([null, script])
    tags.add(response?.headers.get('etag'))
  }
  expect(tags.size).toBe(3)
  const [tag] = tags
  expect((await ask('br', { 'If-None-Match': tag ?? '' }))?.status).toBe(304)
})

test.each([false, true])(
  'reads the folder again for the next request if it could not be read (compress: %s)',
  async compress => {
    const late = join(root, 'late')
    const served = serveStatic(late, { csp: () => contentSecurityPolicy(), hsts: false, compress })
    const ask = () => served(new Request('https://campaign.example/'))
    for (const _ of [1, 2]) await expect(ask()).rejects.toThrow('ENOENT')
    await mkdir(late)
    await writeFile(join(late, 'index.html'), 'late')
    expect(await (await ask())?.text()).toBe('late')
  },
)

test('names LINE’s hosts in the policy only if the page calls them', () => {
  expect(contentSecurityPolicy()).toContain('https://api.line.me')
  expect(contentSecurityPolicy()).not.toContain('unsafe-eval')
  const local = contentSecurityPolicy({ lineHosts: false, frameAncestors: ["'self'"] })
  expect(local).not.toContain('https://')
  expect(local).toContain("frame-ancestors 'self'")
})

test('allows the inline scripts of an HTML file by their hashes, and no other inline script', async () => {
  const html = '<!doctype html><script>one()</script><script src="/x.js"></script><script>\ntwo()\n</script>'
  await writeFile(join(root, 'dist/index.html'), html)
  await writeFile(join(root, 'dist/terms.html'), '<!doctype html><p>terms')
  const csp = (scriptHashes: readonly string[]) => contentSecurityPolicy({ scriptHashes })
  const files = serveStatic(join(root, 'dist'), { csp, hsts: false })
  const scripts = async (path: string) => {
    const response = await files(new Request(`https://campaign.example${path}`))
    return /script-src ([^;]*)/.exec(response?.headers.get('content-security-policy') ?? '')?.[1]
  }
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const own = "'self' https://static.line-scdn.net"
  expect(await scripts('/receipt')).toBe(`${own} ${hash('one()')} ${hash('\ntwo()\n')}`)
  expect(await scripts('/terms.html')).toBe(own)
})

test('sends a report-only policy that blocks nothing except frames of other sites', async () => {
  const trial = serveStatic(join(root, 'dist'), {
    csp: () => contentSecurityPolicy({ reportUri: 'https://reports.example.com/csp' }),
    cspReportOnly: true,
    hsts: 'max-age=31536000; includeSubDomains',
  })
  const headers = (await trial(new Request('https://campaign.example/')))?.headers
  expect(headers?.get('content-security-policy')).toBe("frame-ancestors 'none'")
  expect(headers?.get('content-security-policy-report-only')).toMatch(
    /^default-src 'none'; .*; report-uri https:\/\/reports\.example\.com\/csp$/,
  )
})
