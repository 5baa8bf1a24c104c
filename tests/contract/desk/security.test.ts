import { expect, test } from 'vitest'
import type { DeskCallDefinition } from '#contract/define-call.ts'
import { FRESH_MS } from '#contract/desk/limits.ts'
import { mayAny } from '#contract/desk/roles.ts'
import { type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { createDesk } from '#server/desk/app.ts'
import { endPerson, inviteAgain, setRole } from '#server/desk/people.ts'
import { deskDepsOf } from '#server/desk/start.ts'
import type { Db } from '#server/store/tables.ts'
import { DESK_ORIGIN, testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))

const calls = Object.entries(deskCalls) as [DeskCallName, DeskCallDefinition][]
const anyId = () => uuidv7(server.clock.now(), server.deps.random.bytes(16))
/** Valid values for the parameters of every call. */
const anyParams = () => ({ id: anyId(), position: '0' })

test('the list of calls that need no session is short and known', () => {
  expect(calls.filter(([, { who }]) => who === 'anyone').map(([name]) => name)).toEqual([
    'acceptInvitation',
    'demoSignIn',
    'invitationOptions',
    'reportHandOvers',
    'signIn',
    'signInOptions',
    'welcome',
  ])
})

test('desk check 03: a POST of another origin is refused, with or without the fetch headers', async () => {
  const one = await desk.join('manager')
  const body = { name: 'Eve', role: 'manager' } as const
  const attempts = [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://app.desk.example', 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'null', 'Sec-Fetch-Site': null },
    { Origin: null, 'Sec-Fetch-Site': null },
    { Origin: DESK_ORIGIN, 'Sec-Fetch-Site': 'cross-site' },
  ]
  for (const headers of attempts)
    expect((await one.call('invite', { body, headers })).error).toMatchObject({ error: 'FORBIDDEN' })
  expect((await one.call('people')).body.people).toHaveLength(1)
})

test('desk check 04: a read from a page of another origin is refused', async () => {
  const one = await desk.join('manager')
  const headers = { 'Sec-Fetch-Site': 'cross-site' }
  expect((await one.call('people', { headers })).status).toBe(403)
  expect((await one.call('people', { headers: { 'Sec-Fetch-Site': 'none' } })).status).toBe(200)
})

test('desk check 04: a form’s content types are refused', async () => {
  const one = await desk.join('manager')
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const { error } = await one.call('invite', {
      body: { name: 'Eve', role: 'manager' },
      headers: { 'Content-Type': type },
    })
    expect(error.error).toBe('UNSUPPORTED_MEDIA_TYPE')
  }
})

test('desk check 05: a request for another host name is refused', async () => {
  const request = new Request('https://evil.example/desk-api/welcome')
  expect((await desk.desk.fetch(request)).status).toBe(421)
})

test('a person who opens a page at another host name reads the right address', async () => {
  const response = await desk.desk.fetch(
    new Request('http://127.0.0.1:4100/invitation', { headers: { Accept: 'text/html,*/*;q=0.8' } }),
    { ip: '127.0.0.1' },
  )
  expect([response.status, response.headers.get('content-type')]).toEqual([
    421,
    expect.stringContaining('text/plain'),
  ])
  expect(await response.text()).toContain(`The desk works only at ${DESK_ORIGIN}`)
})

test('desk check 07: the cookie is __Host-, HttpOnly, Secure and SameSite=Strict', async () => {
  const { token } = await desk.invite('Fon', 'reviewer')
  const one = desk.browser()
  const { options } = (await one.call('invitationOptions', { body: { token } })).body
  const response = one.authenticator.create(options)
  const { headers } = await one.call('acceptInvitation', { body: { token, response } })
  const cookie = headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-desk=[\w-]{43};/)
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(part)
  expect(cookie).not.toContain('Domain')
})

test('desk check 06: a sign-in never continues a session that the browser had before', async () => {
  const one = await desk.join('reviewer')
  const before = one.cookie()
  const { options } = (await one.call('signInOptions')).body
  await one.call('signIn', { body: { response: one.authenticator.use(options) } })
  expect(one.cookie()).not.toBe(before)
  const thief = desk.browser()
  thief.setCookie(before)
  expect((await thief.call('me')).error.error).toBe('SIGNED_OUT')
})

test('desk check 06: a made-up session token is not accepted as a session', async () => {
  const thief = desk.browser()
  thief.setCookie(`__Host-desk=${'A'.repeat(43)}`)
  expect((await thief.call('me')).error.error).toBe('SIGNED_OUT')
  const { token } = await desk.invite('Fon', 'reviewer')
  const { options } = (await thief.call('invitationOptions', { body: { token } })).body
  await thief.call('acceptInvitation', { body: { token, response: thief.authenticator.create(options) } })
  expect(thief.cookie()).not.toContain('A'.repeat(43))
})

test('desk check 08: the database has no token of a session or an invitation', async () => {
  const { token } = await desk.invite('Fon', 'reviewer')
  const one = await desk.join('manager')
  const cookie = one.cookie()?.split('=')[1] ?? ''
  const { db } = server.deps
  const rows = JSON.stringify([
    await rowsOf({ db }, 'desk_session'),
    await rowsOf({ db }, 'desk_invitation'),
    await rowsOf({ db }, 'audit'),
  ])
  for (const secret of [token, cookie]) expect(rows).not.toContain(secret)
})

test('desk check 10: pages cannot be framed and load nothing from elsewhere', async () => {
  const { headers } = await desk.browser().call('welcome')
  const policy = headers.get('content-security-policy') ?? ''
  for (const part of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "script-src 'self'",
    "connect-src 'self'",
  ])
    expect(policy).toContain(part)
  // WebAssembly is allowed, but scripts from strings are not.
  expect(policy.replace("'wasm-unsafe-eval'", '')).not.toMatch(/script-src[^;]*unsafe/)
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('desk check 11: guesses are limited', async () => {
  const limited = await testDesk(server, { rateLimits: true })
  const one = limited.browser()
  const statuses = new Set<number>()
  for (let attempt = 0; attempt < 70; attempt++) {
    const { status } = await one.call('invitationOptions', { body: { token: 'A'.repeat(43) } })
    statuses.add(status)
  }
  expect([...statuses]).toEqual([401, 429])
})

test.each(['[]', 'null', '1', '"x"', '{"a":1,"a":2}', '{', '\u{feff}{}', new Uint8Array([0x7b, 0xe9, 0x7d])])(
  'a body that is not one JSON object without repeated keys is refused by every call: %j',
  async body => {
    const one = await desk.join('manager')
    for (const [name, { method, path, who }] of calls) {
      const isAllowed = who === 'anyone' || who === 'signed-in' || mayAny('manager', who)
      if (method === 'GET' || !isAllowed) continue
      const response = await one.send(path.replace(':id', anyId()).replace(':position', '0'), {
        method,
        headers: { 'Sec-Fetch-Site': 'same-origin', Origin: DESK_ORIGIN, 'Content-Type': 'application/json' },
        body,
      })
      expect([name, (await response.json()).error]).toEqual([name, 'VALIDATION'])
    }
  },
)

test('the customers’ server has no route of the desk', async () => {
  for (const [, { path }] of calls) {
    const response = await server.fetch(
      new Request(`https://campaign.example${path.replace(':id', anyId())}`),
    )
    expect(response.status).toBe(404)
  }
})

test('a desk with demo accounts refuses other machines, whatever host they name', async () => {
  const accepts = (address: string | undefined) => address === '127.0.0.1'
  const demo = createDesk(deskDepsOf(server.deps, { origin: 'http://localhost:4100', demo: true }), {
    accepts,
  })
  const statusFrom = async (ip: string) =>
    (await demo.fetch(new Request('http://localhost:4100/desk-api/welcome'), { ip })).status
  expect([await statusFrom('127.0.0.1'), await statusFrom('203.0.113.9')]).toEqual([200, 403])
})

const losses: readonly (readonly [string, (db: Db, id: string) => Promise<unknown>])[] = [
  ['the access ends', (db, id) => endPerson(db, id, { by: null })],
  ['the role changes', (db, id) => setRole(db, id, { role: 'auditor' })],
  [
    'the person is invited again',
    (db, id) => inviteAgain(db, id, { now: server.clock.now(), random: server.deps.random, by: null }),
  ],
]

test.each(losses)('desk check 19: no call changes anything if %s while its body arrives', async (_, lose) => {
  await desk.join('manager')
  for (const [name, { method, who }] of calls) {
    if (method === 'GET' || who === 'anyone') continue
    const one = await desk.join(who === 'scan' ? 'staff' : 'manager')
    const { error } = await one.call(name, {
      params: anyParams() as never,
      whileArriving: () => lose(server.deps.db, one.personId),
    })
    expect([name, error.error]).toEqual([name, 'SIGNED_OUT'])
  }
})

test('desk check 14: a session whose passkey was used too long ago can make no sensitive call', async () => {
  const one = await desk.join('manager')
  server.clock.advance(FRESH_MS)
  const sensitive = calls.filter(([, { fresh }]) => fresh)
  for (const [name] of sensitive) {
    const { error } = await one.call(name, { params: anyParams() as never })
    expect([name, error.error]).toEqual([name, 'FRESH_PASSKEY_REQUIRED'])
  }
  expect(sensitive.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'invite',
      'changeRole',
      'endPerson',
      'askApproval',
      'decideApproval',
      'approvedFile',
    ]),
  )
})
