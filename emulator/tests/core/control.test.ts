import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { NAMED_SCENARIOS } from '#emulator/index.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { control, emulated, get, local } from './kit.ts'

const { emulator, clock } = eachTest(emulated)

test('health returns the scenario’s name', async () =>
  expect((await control(emulator, 'GET', 'health')).body).toMatchObject({ status: 'ok', scenario: 'friend' }))

test('loads a scenario by name, and reset restores it', async () => {
  expect((await control(emulator, 'GET', 'scenarios')).body).toHaveLength(NAMED_SCENARIOS.length)
  expect((await control(emulator, 'POST', 'scenario', { name: 'not-friend' })).status).toBe(200)
  await control(emulator, 'POST', 'friendship', { state: 'friend' })
  await control(emulator, 'PATCH', 'state', { environment: { os: 'ios' }, app: { any: ['thing'] } })
  expect((await control(emulator, 'GET', 'state')).body).toMatchObject({
    name: 'not-friend',
    environment: { kind: 'liff', os: 'ios' },
    friendships: { [emulator.scenario().user]: 'friend' },
    app: { any: ['thing'] },
  })
  const issued = (await control(emulator, 'POST', 'token')).body as { accessToken: string }
  expect((await control(emulator, 'POST', 'reset')).body).toMatchObject({
    name: 'not-friend',
    environment: { os: 'android' },
    friendships: { [emulator.scenario().user]: 'none' },
    app: null,
  })
  expect((await get(emulator, 'https://api.line.me/v2/profile', issued.accessToken)).status).toBe(401)
})

test('the signing key survives a reset, so that keys cached by a server stay valid', async () => {
  const keys = async () => (await get(emulator, 'https://api.line.me/oauth2/v2.1/certs')).json()
  const before = await keys()
  await control(emulator, 'POST', 'reset')
  expect(await keys()).toEqual(before)
})

test('another user or token age starts a new session, which clears the SDK’s values; another network does not', async () => {
  const session = async () => ((await control(emulator, 'GET', 'health')).body as { session: string }).session
  const first = await session()
  await control(emulator, 'PATCH', 'state', { network: { kind: 'slow' } })
  expect(await session()).toBe(first)
  await control(emulator, 'PATCH', 'state', { user: emulator.scenario().users[1]?.userId })
  const second = await session()
  expect(second).not.toBe(first)
  await control(emulator, 'PATCH', 'state', { tokens: { idTokenAge: 7200 } })
  expect(await session()).not.toBe(second)
})

test('reset restores a complete scenario that was loaded with PUT', async () => {
  const whole = { ...emulator.scenario(), name: 'mine', user: emulator.scenario().users[1]?.userId }
  expect((await control(emulator, 'PUT', 'state', whole)).status).toBe(200)
  await control(emulator, 'PATCH', 'state', { network: { kind: 'offline' } })
  expect((await control(emulator, 'POST', 'reset')).body).toMatchObject({
    name: 'mine',
    network: { kind: 'online' },
  })
})

test.each([
  ['PATCH', 'state', { environment: { os: 'symbian' } }, 'environment.os'],
  ['PUT', 'state', { name: 'x' }, 'users'],
  ['POST', 'scenario', { name: 'nonsense' }, 'name'],
  ['POST', 'scenario', null, 'name'],
  ['POST', 'clock', { advance: 'a bit' }, 'advance'],
  ['POST', 'faults', { status: 99 }, 'status'],
  ['POST', 'token', { userId: 'me' }, 'userId'],
  ['POST', 'token', { liffId: '1234567890-Unknown0' }, 'liffId'],
  ['POST', 'friendship', { state: 'married' }, 'state'],
  ['PATCH', 'state', [], ''],
])('refuses %s %s %j with the path of the error, and changes nothing', async (method, name, body, path) => {
  const before = emulator.export()
  const answer = await control(emulator, method, name, body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ error: 'INVALID', message: expect.any(String), path })
  expect(emulator.export()).toEqual(before)
})

test('answers with a clear error to invalid JSON, an unknown path and a wrong method', async () => {
  const broken = await local(emulator, '/__emulator/api/state', { method: 'PATCH', body: '{' })
  expect([broken?.status, await broken?.json()]).toEqual([
    400,
    expect.objectContaining({ message: 'the body is not JSON' }),
  ])
  expect((await control(emulator, 'GET', 'nonsense')).status).toBe(404)
  expect((await control(emulator, 'PUT', 'reset')).status).toBe(405)
})

test('freezes, advances, skews and resumes the clock', async () => {
  const start = clock.now
  await control(emulator, 'POST', 'clock', { advance: 3_600_000 })
  expect(emulator.now()).toBe(start + 3_600_000)
  await control(emulator, 'POST', 'clock', { freeze: '2026-12-31T16:59:59.000Z' })
  clock.now += 5000
  expect(emulator.now()).toBe(Date.parse('2026-12-31T16:59:59.000Z'))
  await control(emulator, 'POST', 'clock', { advance: 1000 })
  expect(emulator.now()).toBe(Date.parse('2026-12-31T17:00:00.000Z'))
  await control(emulator, 'POST', 'clock', { skew: -60_000 })
  expect(emulator.scenario().clock.skewMs).toBe(-60_000)
  await control(emulator, 'POST', 'clock', { resume: true })
  expect(emulator.now()).toBe(clock.now)
})

test('creates an unknown user for a token, and issues a token of a given age', async () => {
  const userId = 'U0123456789abcdef0123456789abcdef'
  const { status, body } = await control(emulator, 'POST', 'token', {
    userId,
    displayName: 'มานี',
    idTokenAge: 7200,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ userId, accessToken: expect.any(String), expiresIn: 43_200 - 7200 })
  const claims = decodeJwt((body as { idToken: string }).idToken)
  expect(claims).toMatchObject({ sub: userId, name: 'มานี', exp: Math.floor(clock.now / 1000) - 3600 })
  expect(emulator.scenario().users.at(-1)).toMatchObject({ userId, displayName: 'มานี' })
})

test('lists and clears faults, requests and messages', async () => {
  const made = await control(emulator, 'POST', 'faults', { host: 'api.line.me', status: 500 })
  expect(made.status).toBe(201)
  await get(emulator, 'https://api.line.me/oauth2/v2.1/certs')
  expect((await control(emulator, 'GET', 'requests')).body).toMatchObject([
    { id: 1, via: 'phone', method: 'GET', url: 'https://api.line.me/oauth2/v2.1/certs', status: 500 },
  ])
  expect((await control(emulator, 'GET', 'faults')).body).toEqual([made.body])
  expect((await control(emulator, 'DELETE', 'faults?id=nonsense')).status).toBe(404)
  expect((await control(emulator, 'DELETE', 'faults')).status).toBe(204)
  expect((await control(emulator, 'DELETE', 'requests')).status).toBe(204)
  expect((await control(emulator, 'GET', 'requests')).body).toEqual([])
  expect((await control(emulator, 'GET', 'messages')).body).toEqual([])
})

test('streams state changes and requests as events', async () => {
  const stream = await local(emulator, '/__emulator/api/events')
  const reader = stream?.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toMatch(/^event: state\ndata: {"revision":0/)
  await get(emulator, 'https://api.line.me/oauth2/v2.1/certs')
  expect((await reader?.read())?.value).toContain('event: entry')
  await control(emulator, 'POST', 'scenario', { name: 'blocked' })
  expect((await reader?.read())?.value).toContain('"scenario":"blocked"')
  await reader?.cancel()
})

test.each([
  ['a foreign origin', 'http://localhost:4000', { origin: 'https://evil.example' }],
  ['another port of this machine', 'http://localhost:4000', { origin: 'http://localhost:3000' }],
  ['a page without an origin', 'http://localhost:4000', { origin: 'null' }],
  ['a foreign host name that resolves to this machine', 'http://rebound.example:4000', {}],
])('refuses %s, and changes nothing', async (_, base, headers) => {
  for (const path of ['/__emulator/api/scenario', '/__line/line.me/R/ti/p/@campaign']) {
    const init = { method: 'POST', headers, body: JSON.stringify({ name: 'blocked' }) }
    const answer = await emulator.emulatorFetch(new Request(base + path, init))
    expect([answer?.status, await answer?.json()]).toEqual([
      403,
      expect.objectContaining({ error: 'FORBIDDEN' }),
    ])
  }
  expect(emulator.scenario().name).toBe('friend')
  expect(emulator.requests()).toEqual([])
})

test.each([
  ['its own origin', 'http://localhost:4000', 'http://localhost:4000'],
  ['a host name of a phone', 'http://localhost:4000', 'http://phone.localhost:4000'],
  ['another name of this machine', 'http://127.0.0.1:4000', 'http://localhost:4000'],
])('accepts commands from %s', async (_, base, origin) => {
  const request = new Request(`${base}/__emulator/api/reset`, { method: 'POST', headers: { origin } })
  expect((await emulator.emulatorFetch(request))?.status).toBe(200)
})

test('refuses a time that a Date cannot represent, and leaves the clock unchanged', async () => {
  const before = (await control(emulator, 'GET', 'state')).body
  for (const [command, field] of [
    [{ freeze: 1e300 }, 'freeze'],
    [{ freeze: -1 }, 'freeze'],
    [{ advance: 1e300 }, 'advance'],
    [{ advance: -1e15 }, 'advance'],
    [{ skew: 1e300 }, 'skew'],
    [{ freeze: '2026-02-30T00:00:00Z' }, 'freeze'],
    [{ freeze: '2026-13-01T00:00:00Z' }, 'freeze'],
    [{ freeze: 'tomorrow' }, 'freeze'],
    [{ freeze: 0, skew: 0 }, ''],
  ] as const) {
    const answer = await control(emulator, 'POST', 'clock', command)
    expect([answer.status, (answer.body as { path: string }).path]).toEqual([400, field])
  }
  const patched = await control(emulator, 'PATCH', 'state', { clock: { frozenAt: 1e300 } })
  expect(patched.body).toMatchObject({ error: 'INVALID', path: 'clock.frozenAt' })
  expect((await control(emulator, 'GET', 'state')).body).toEqual(before)
})

test('after time is set back, tokens issued later are invalid and the phone signs in again', async () => {
  const before = await control(emulator, 'GET', 'health')
  const { body: old } = await control(emulator, 'POST', 'token', { idTokenAge: 7200 })
  const { body: fresh } = await control(emulator, 'POST', 'token', {})
  const verify = async (token: string) =>
    (await get(emulator, `https://api.line.me/oauth2/v2.1/verify?access_token=${token}`)).status
  await control(emulator, 'POST', 'clock', { advance: 60_000 })
  expect((await control(emulator, 'GET', 'health')).body.session).toBe(before.body.session)
  expect(await verify(fresh.accessToken)).toBe(200)
  await control(emulator, 'POST', 'clock', { freeze: clock.now - 3_600_000 })
  expect((await control(emulator, 'GET', 'health')).body.session).not.toBe(before.body.session)
  expect(await verify(fresh.accessToken)).toBe(400)
  expect(await verify(old.accessToken)).toBe(200)
})

test('LINE’s app answers addToHomeScreen over the bridge, and names a message type that it does not know', async () => {
  const send = async (type: string) =>
    (await control(emulator, 'POST', 'bridge', { type, featureToken: 'ft_1', callbackId: 'c1', json: '{}' }))
      .body
  expect(await send('addToHomeScreen')).toEqual({
    events: [{ type: 'addToHomeScreen', callbackId: 'c1', data: { status: 'CREATED' } }],
  })
  expect((await send('openTheDoor')).events[0].error.message).toContain('openTheDoor')
  expect((await control(emulator, 'GET', 'requests')).body.map(({ url }: { url: string }) => url)).toEqual([
    'bridge:addToHomeScreen',
    'bridge:openTheDoor',
  ])
})

test('a page with an unknown LIFF id gets a message that names the known ones, and the log has it too', async () => {
  const { body } = await control(emulator, 'POST', 'unknown-app', { liffId: '1234567890-AbCdEfGh' })
  expect(body.message).toMatch(
    /^liff\.init was given 1234567890-AbCdEfGh, .* 2000000001-Campaign\..*--liff-id/,
  )
  expect(emulator.requests()).toMatchObject([{ url: 'bridge:liff.init', status: 404, error: body.message }])
  expect((await control(emulator, 'POST', 'unknown-app', {})).status).toBe(400)
})

test('kill records the revision at which LINE ended, by user, and an import starts without it', async () => {
  const { user } = emulator.scenario()
  const health = async () => (await control(emulator, 'GET', 'health')).body as Record<string, unknown>
  expect(await health()).toMatchObject({ killed: {} })
  expect(await control(emulator, 'POST', 'kill')).toMatchObject({ status: 200, body: { userId: user } })
  const { killed, revision } = await health()
  expect(killed).toEqual({ [user]: revision })
  await emulator.import(emulator.export())
  expect(await health()).toMatchObject({ killed: {} })
})
