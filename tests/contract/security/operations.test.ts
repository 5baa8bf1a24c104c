import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import * as handlers from '#server/generated/handlers.ts'
import { contentSecurityPolicy } from '#server/http/csp.ts'
import { createLog } from '#server/log.ts'
import { serveStatic } from '#server/static.ts'
import { runDueTasks } from '#server/tasks/run-due.ts'
import { newPhoto, sendReceipt } from '#tests/kit/activity.ts'
import { failpoint } from '#tests/kit/failpoint.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { sha256Of } from '#tests/kit/images.ts'
import { profileForm, requestOf, testServer } from '#tests/kit/server.ts'
import { unlimited } from '#tests/kit/unlimited.ts'
import { writes } from '#tests/kit/writes.ts'

test('check 29 (ASVS 16.2.5, 16.5.1): the log contains no personal data and no keys, and a 500 contains only its request id', async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: line => void lines.push(line) })
  const server = await testServer({ deps: { log } })
  const secrets = new Set<string>([
    ...Object.values(profileForm).filter(word => word.length > 5 && !/^\d+$/.test(word)),
  ])
  const point = failpoint(server.db)
  const dying = createApp({ ...server.deps, db: point.db }, { rateLimit: unlimited })
  for (const [name, prepare] of Object.entries(writes)) {
    const who = await server.signIn()
    const sent = await prepare(server, who)
    for (const word of [who.token, who.user.userId, sent.form?.idToken, sent.form?.phone])
      if (word) secrets.add(word)
    point.failAfter(1)
    const failed = await dying.fetch(requestOf(calls[name as CallName], sent))
    expect([name, failed.status]).toEqual([name, 500])
    const body = (await failed.json()) as Record<string, unknown>
    expect(body).toEqual({
      ...{ error: 'INTERNAL', message: expect.any(String), requestId: failed.headers.get('x-request-id') },
      ...(sent.key === undefined ? {} : { idempotencyKey: sent.key }),
    })
    expect(JSON.stringify(body)).not.toMatch(/died|Error|server\/|node_modules/)
    point.failAfter(0)
    // Repeat the call with a wrong content type: refused input must not be logged either.
    await server.call(name as CallName, { ...sent, headers: { 'Content-Type': 'text/plain' } })
    await server.call(name as CallName, sent)
    const url = `https://campaign.example/api/nope?idToken=${who.token}&phone=0800000001#${who.token}`
    await server.fetch(new Request(url, { headers: { Cookie: `accessToken=${who.token}` } }))
    secrets.add('0800000001')
  }
  server.line.setDown(true)
  await runDueTasks(server.deps)
  expect(lines.length).toBeGreaterThan(100)
  const all = lines.join('\n')
  expect([...secrets].filter(secret => all.includes(secret))).toEqual([])
  expect(all).not.toContain(`${newPhoto().toString('latin1').slice(0, 40)}`)
  await server.close()
}, 120_000)

test('check 30 (ASVS 16.5.3, 16.5.4, 13.4): if any dependency is unavailable, the response is an error, never a success', async () => {
  const down = async () => {
    throw new Error('the store is unavailable')
  }
  const objects = { put: down, get: down, delete: down, probe: down }
  const storeless = await testServer({ deps: { objects } })
  const who = await storeless.signIn()
  const bytes = newPhoto()
  const upload = await storeless.call('uploadImage', {
    token: who.token,
    params: { sha256: sha256Of(bytes) },
    bytes,
  })
  expect([500, 503]).toContain(upload.status)
  expect((await storeless.call('readyz')).status).toBe(503)
  expect((await storeless.call('healthz')).status).toBe(200)
  storeless.line.setDown(true)
  const fresh = await testServer({ deps: { line: { ...storeless.deps.line } } })
  const user = fresh.newUser()
  const form = { lineUserId: user.userId, idToken: await fresh.idToken(user) }
  expect((await fresh.call('login', { form })).error.error).toBe('LINE_UNAVAILABLE')
  await storeless.close()
  await fresh.close()

  const server = await testServer()
  const me = await server.signIn()
  await sendReceipt(server, me)
  const throwing = Object.fromEntries(
    Object.keys(handlers).map(name => [
      name,
      async () => {
        throw new TypeError('x')
      },
    ]),
  )
  const broken = createApp(server.deps, { handlers: throwing as never, rateLimit: unlimited })
  const gone = await testServer()
  const lost = await gone.signIn()
  await gone.close()
  for (const [name, prepare] of Object.entries(writes)) {
    const sent = await prepare(server, await server.signIn())
    expect([name, (await broken.fetch(requestOf(calls[name as CallName], sent))).status]).toEqual([name, 500])
    const without = await gone.fetch(
      requestOf(calls[name as CallName], { ...sent, ...(sent.token ? { token: lost.token } : {}) }),
    )
    expect([name, without.status >= 500 || without.status === 401]).toEqual([name, true])
  }
  expect((await gone.call('getCustomer', { token: lost.token })).status).toBe(503)
  expect((await gone.call('readyz')).status).toBe(503)

  const folder = await testFolder()
  await mkdir(join(folder, '.git'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, '.git', 'config'), 'secret')
  await writeFile(join(folder, '.env'), 'secret')
  await writeFile(join(folder, 'assets', 'a.js'), '1')
  await writeFile(join(folder, 'index.html'), 'the app')
  const files = serveStatic(folder, {
    csp: () => contentSecurityPolicy(),
    hsts: 'max-age=31536000; includeSubDomains',
  })
  const get = async (path: string) => {
    const request = new Request(`https://campaign.example${path}`)
    const response = (await files(request)) ?? (await server.fetch(request))
    return { status: response.status, text: await response.text() }
  }
  for (const path of [
    '/.git/config',
    '/.git/',
    '/.env',
    '/assets/',
    '/assets',
    '/%2e%67it/config',
    '/..%2f.env',
    '/api/metrics',
    '/api/.git/config',
  ]) {
    const { status, text } = await get(path)
    expect([path, text.includes('secret') || text.includes('a.js')]).toEqual([path, false])
    if (status === 200) expect([path, text]).toEqual([path, 'the app'])
  }
  // Metrics have their own port: on the public port this path is an unknown screen of the app.
  expect((await get('/metrics')).text).not.toMatch(/process_cpu|# HELP/)
  await server.close()
}, 120_000)
