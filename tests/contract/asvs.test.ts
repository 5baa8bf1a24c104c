import { createServer } from 'node:https'
import { expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { selfSigned } from '#emulator-tests/kit/self-signed.ts'
import { s3Objects } from '#server/images/s3.ts'
import { createLog } from '#server/log.ts'
import { createReceiptReader } from '#server/reader/receipt-reader.ts'
import { newPhoto } from '#tests/kit/activity.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { listen } from '#tests/kit/listen.ts'
import { testServer } from '#tests/kit/server.ts'
import { goodRequest } from '#tests/kit/writes.ts'

/** Covers the ASVS requirements that no other test verifies (see `docs/security-checks.md`). */

const names = Object.keys(calls) as CallName[]

test('no call with a safe method changes anything', async () => {
  const server = await testServer()
  const reads = names.filter(name => ['GET', 'HEAD'].includes(calls[name].method))
  expect(reads.length).toBeGreaterThan(15)
  for (const name of reads) {
    const good = await goodRequest(server, name, await server.signIn())
    const before = await dump(server.db)
    expect([name, (await server.call(name, good)).status]).toEqual([name, 200])
    expect([name, changes(before, await dump(server.db))]).toEqual([name, []])
  }
})

test('every body has the content type of its contents, and JSON states its character set', async () => {
  const server = await testServer()
  const files: Record<string, RegExp> = {
    getExport: /^application\/zip$/,
    prizeCalendar: /^text\/calendar; charset=utf-8$/,
    getImage: /^image\/(jpeg|png|webp)$/,
  }
  for (const name of names) {
    const { headers, text } = await server.call(name, await goodRequest(server, name, await server.signIn()))
    if (text === '') continue
    const type = files[name] ?? /^application\/json; charset=utf-8$/
    expect([name, headers.get('content-type')]).toEqual([name, expect.stringMatching(type)])
  }
  const refused = await server.call('getCustomer')
  expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('hostile text stays inside its own line of the log', () => {
  const lines: string[] = []
  const log = createLog('info', { write: line => void lines.push(line) })
  const forged = 'x"}\n{"level":"info","msg":"forged"}\r\n\u2028\u001b[2J'
  log.warn({ route: forged, err: new Error(forged) }, forged)
  expect(lines.length).toBe(1)
  for (const character of ['\n', '\r', '\u001b']) expect(lines[0]?.trimEnd()).not.toContain(character)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', route: forged, msg: forged })
})

test('each line of the log has its time in UTC', () => {
  const lines: string[] = []
  createLog('info', { write: line => void lines.push(line) }).info('x')
  expect(JSON.parse(lines[0] ?? '').time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('a successful sign-in is logged', async () => {
  const lines: string[] = []
  const server = await testServer({
    deps: { log: createLog('info', { write: line => void lines.push(line) }) },
  })
  const { user } = await server.signIn()
  lines.length = 0
  await server.call('login', { form: { lineUserId: user.userId, idToken: await server.idToken(user) } })
  expect(lines.map(line => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ route: 'login', status: 200, requestId: expect.any(String) }),
  )
})

test('no answer to a call with a session may be stored by a cache', async () => {
  const server = await testServer()
  for (const name of names.filter(one => calls[one].auth === 'bearer')) {
    const { headers } = await server.call(name, await goodRequest(server, name, await server.signIn()))
    expect([name, headers.get('cache-control')]).toEqual([name, expect.stringContaining('no-store')])
  }
})

test('the server sends nothing to a system whose certificate no known authority has signed', async () => {
  const requests: string[] = []
  const impostor = createServer(selfSigned(), (request, response) => {
    requests.push(request.url ?? '')
    response.end('{}')
  })
  const { port } = await listen(impostor)
  const origin = `https://127.0.0.1:${port}`
  const warnings: unknown[] = []
  const log = { warn: (event: unknown) => void warnings.push(event) }
  const clock = { now: () => Date.now() }
  const reader = createReceiptReader({ url: `${origin}/read`, secret: 'secret-of-the-reader', clock, log })
  expect(await reader.read({ bytes: newPhoto(), type: 'image/png' })).toBeNull()
  expect(warnings.length).toBe(1)
  const keys = { accessKey: 'key', secretKey: 'secret' }
  const objects = s3Objects({ endpoint: origin, bucket: 'photos', region: 'us-east-1', ...keys })
  await expect(objects.put('r/x/y', newPhoto(), 'image/png')).rejects.toThrow('no answer')
  expect(requests).toEqual([])
})
