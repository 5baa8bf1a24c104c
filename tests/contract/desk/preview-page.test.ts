import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { deskCalls } from '#contract/desk-calls.ts'
import { createDesk } from '#server/desk/app.ts'
import { deskPages } from '#server/desk/pages.ts'
import { deskDepsOf } from '#server/desk/start.ts'
import { DESK_ORIGIN } from '#tests/kit/desk.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

let get: (path: string) => Promise<Response>

const server = eachTest(testServer)
beforeEach(async () => {
  const folder = await testFolder()
  mkdirSync(join(folder, 'assets'))
  for (const name of ['index.html', 'preview.html', 'other.html', 'assets/preview.html', 'assets/a.js'])
    writeFileSync(join(folder, name), name)
  const deps = deskDepsOf(server.deps, { origin: DESK_ORIGIN, demo: false })
  const desk = createDesk(deps, { pages: deskPages(folder) })
  get = path => desk.fetch(new Request(`${DESK_ORIGIN}${path}`), { ip: '192.0.2.1' })
})

const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? ''

test('desk check 17: only the preview can be framed, by the desk alone, and it may make no request', async () => {
  const policy = await policyOf('/preview.html?x=1')
  for (const part of [
    "default-src 'none'",
    "frame-ancestors 'self'",
    "connect-src 'none'",
    "worker-src 'none'",
    "form-action 'none'",
    "script-src 'self'",
    "style-src 'self'",
  ])
    expect(policy.split('; ')).toContain(part)
  expect(policy).not.toContain('unsafe')
  // The same path, percent-encoded.
  expect(await policyOf('/%70review.html')).toBe(policy)
  expect((await get('/preview.html')).headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const others = [
    ...['/', '/index.html', '/set-up/screens', '/preview', '/preview.html/', '/PREVIEW.HTML', '/other.html'],
    ...['/assets/preview.html', '/assets/a.js', '/x/../other.html', '/missing.html'],
    ...Object.values(deskCalls).map(({ path }) => path.replace(':id', '1').replace(':position', '0')),
  ]
  for (const path of others) {
    const other = await policyOf(path)
    expect([path, /frame-ancestors ([^;]*)/.exec(other)?.[1]]).toEqual([path, "'none'"])
  }
})

test('the pages of the desk may show frames of their own origin only', async () => {
  expect(await policyOf('/')).toContain("frame-src 'self'")
  expect(await policyOf('/preview.html')).not.toContain('frame-src')
})

test('pages are asked for again at each visit, and files with a hash in their name are kept', async () => {
  const kept = async (path: string) => (await get(path)).headers.get('cache-control')
  expect(await kept('/')).toBe('no-cache')
  expect(await kept('/preview.html')).toBe('no-cache')
  expect(await kept('/assets/a.js')).toBe('public, max-age=31536000, immutable')
  expect(await kept('/assets/missing.js')).toBe('no-store')
})
