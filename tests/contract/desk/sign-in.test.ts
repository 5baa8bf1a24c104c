import { expect, test } from 'vitest'
import { FRESH_MS, INVITATION_MS, SESSION_IDLE_MS, SESSION_MS } from '#contract/desk/limits.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))

test('an invited person creates a passkey, and signs in with it later', async () => {
  const manager = await desk.join('manager', 'Mali')
  expect((await manager.call('me')).body).toMatchObject({ name: 'Mali', role: 'manager', demo: false })
  await manager.call('signOut')
  expect((await manager.call('me')).error.error).toBe('SIGNED_OUT')
  const { body } = await manager.call('signInOptions')
  const signedIn = await manager.call('signIn', {
    body: { response: manager.authenticator.use(body.options) },
  })
  expect(signedIn.body).toMatchObject({ name: 'Mali', role: 'manager' })
  expect((await manager.call('me')).status).toBe(200)
})

test('an invitation works once, and not after three days', async () => {
  const { token } = await desk.invite('Fon', 'reviewer')
  const [first, second] = [desk.browser(), desk.browser()]
  const options = (await first.call('invitationOptions', { body: { token } })).body.options
  const others = (await second.call('invitationOptions', { body: { token } })).body.options
  const accept = { token, response: first.authenticator.create(options) }
  expect((await first.call('acceptInvitation', { body: accept })).status).toBe(200)
  const late = { token, response: second.authenticator.create(others) }
  expect((await second.call('acceptInvitation', { body: late })).error.error).toBe('INVITATION_INVALID')

  const old = await desk.invite('Beam', 'support')
  server.clock.advance(INVITATION_MS)
  const refused = await desk.browser().call('invitationOptions', { body: { token: old.token } })
  expect(refused.error.error).toBe('INVITATION_INVALID')
})

test('an answer of a passkey is accepted once', async () => {
  const one = await desk.join('reviewer')
  const { options } = (await one.call('signInOptions')).body
  const response = one.authenticator.use(options)
  expect((await one.call('signIn', { body: { response } })).status).toBe(200)
  const other = desk.browser()
  expect((await other.call('signIn', { body: { response } })).error.error).toBe('PASSKEY_REFUSED')
})

test('refuses an answer for another origin, in a frame of another site, without a check of the person, of an unknown passkey, or too late', async () => {
  const one = await desk.join('reviewer')
  const attempt = async (use: (options: Record<string, unknown>) => Record<string, unknown>, wait = 0) => {
    const { options } = (await one.call('signInOptions')).body
    server.clock.advance(wait)
    const { status, error } = await one.call('signIn', { body: { response: use(options) } })
    return status === 200 ? 'accepted' : error.error
  }
  const stranger = desk.browser().authenticator
  const user = { id: Buffer.from('someone').toString('base64url') }
  stranger.create({ challenge: 'unused', user })
  const { use } = one.authenticator
  expect(await attempt(use)).toBe('accepted')
  expect(await attempt(options => use(options, { origin: 'https://desk.example.evil' }))).toBe(
    'PASSKEY_REFUSED',
  )
  expect(await attempt(options => use(options, { framed: true }))).toBe('PASSKEY_REFUSED')
  expect(await attempt(options => use(options, { verified: false }))).toBe('PASSKEY_REFUSED')
  expect(await attempt(stranger.use)).toBe('PASSKEY_REFUSED')
  expect(await attempt(use, 6 * MINUTE_MS)).toBe('PASSKEY_REFUSED')
})

test('refuses a new passkey that was created in a frame of another site', async () => {
  const { token } = await desk.invite('Suda', 'reviewer')
  const one = desk.browser()
  const { options } = (await one.call('invitationOptions', { body: { token } })).body
  const response = one.authenticator.create(options, { framed: true })
  const { error } = await one.call('acceptInvitation', { body: { token, response } })
  expect(error.error).toBe('PASSKEY_REFUSED')
})

test('refuses the challenge of a sign-in as proof in a running session', async () => {
  const [one, other] = [await desk.join('manager'), await desk.join('reviewer')]
  const { options } = (await one.call('signInOptions')).body
  const response = one.authenticator.use(options)
  expect((await one.call('verify', { body: { response } })).error.error).toBe('PASSKEY_REFUSED')
  const own = (await one.call('verifyOptions')).body.options
  const foreign = other.authenticator.use(own)
  expect((await one.call('verify', { body: { response: foreign } })).error.error).toBe('PASSKEY_REFUSED')
})

test('a challenge works only for what, and for whom, it was made', async () => {
  const [one, other] = [await desk.join('manager'), await desk.join('reviewer')]
  const { challenge } = (await one.call('verifyOptions')).body.options
  const creation = (await one.call('passkeyOptions')).body.options
  const created = one.authenticator.create({ ...creation, challenge })
  const added = await one.call('addPasskey', { body: { name: 'office', response: created } })
  expect(added.error.error).toBe('PASSKEY_REFUSED')
  const theirs = (await other.call('verifyOptions')).body.options
  const own = (await one.call('verifyOptions')).body.options
  const used = one.authenticator.use({ ...own, challenge: theirs.challenge }, { index: 0 })
  expect((await one.call('verify', { body: { response: used } })).error.error).toBe('PASSKEY_REFUSED')
})

/** Ends a person's access but keeps the sessions and passkeys, as if a sign-in had overlapped with the end. */
const endAccess = (id: string, state: 'ended' | 'invited' = 'ended') =>
  update(server, 'desk_person', { state }, { id })
const stored = () => server.db.selectFrom('desk_session').selectAll().orderBy('created_at').execute()

test.each(['ended', 'invited'] as const)(
  'a person whose access is %s can neither use nor start a session',
  async state => {
    const [one, other] = [await desk.join('reviewer'), await desk.join('support')]
    await endAccess(one.personId, state)
    expect((await one.call('me')).error.error).toBe('SIGNED_OUT')
    expect((await other.call('me')).status).toBe(200)
    const { options } = (await one.call('signInOptions')).body
    const signIn = await one.call('signIn', { body: { response: one.authenticator.use(options) } })
    expect(signIn.error.error).toBe('PASSKEY_REFUSED')
  },
)

test('a session stores its last use once a minute, and the end of its browser’s name is cut off', async () => {
  const [one, other] = [await desk.join('reviewer'), await desk.join('support')]
  const started = server.clock.now()
  const uses = async () => (await stored()).map(({ used_at }) => used_at - started)
  server.clock.advance(MINUTE_MS - 1)
  await one.call('me')
  expect(await uses()).toEqual([0, 0])
  server.clock.advance(1)
  await one.call('me')
  expect((await uses()).toSorted((a, b) => a - b)).toEqual([0, MINUTE_MS])
  const { options } = (await other.call('signInOptions')).body
  const response = other.authenticator.use(options)
  await other.call('signIn', { body: { response }, headers: { 'User-Agent': 'x'.repeat(500) } })
  expect((await stored()).at(-1)?.browser).toBe('x'.repeat(200))
})

test('a sign-in deletes the sessions that are over, and no others', async () => {
  const first = await desk.join('reviewer')
  server.clock.advance(SESSION_MS - 1)
  await desk.join('reviewer')
  expect((await stored()).length).toBe(2)
  server.clock.advance(1)
  await desk.join('reviewer')
  expect((await stored()).map(({ person_id }) => person_id)).not.toContain(first.personId)
})

test('a session ends after an hour without a call, and after twelve hours', async () => {
  const idle = await desk.join('reviewer')
  const manager = await desk.join('manager')
  server.clock.advance(SESSION_IDLE_MS - 1)
  const sessionsOf = async () =>
    Object.fromEntries(
      (await manager.call('people')).body.people.map(({ role, sessions }) => [role, sessions]),
    )
  expect(await sessionsOf()).toEqual({ reviewer: 1, manager: 1 })
  server.clock.advance(1)
  expect((await idle.call('me')).error.error).toBe('SIGNED_OUT')
  expect(await sessionsOf()).toEqual({ reviewer: 0, manager: 1 })
  expect((await manager.call('sessions')).body.sessions.map(({ name }) => name)).toEqual(['manager'])

  const busy = await desk.join('reviewer')
  // The desk stores the session's last use after it has responded to a read.
  const usedAt = async () =>
    (await server.db.selectFrom('desk_session').select('used_at').orderBy('used_at', 'desc').execute())[0]
  const steps = SESSION_MS / (SESSION_IDLE_MS / 2)
  for (let step = 1; step < steps; step++) {
    server.clock.advance(SESSION_IDLE_MS / 2)
    expect((await busy.call('me')).status).toBe(200)
    await expect.poll(usedAt).toEqual({ used_at: server.clock.now() })
  }
  server.clock.advance(SESSION_IDLE_MS / 2)
  expect((await busy.call('me')).error.error).toBe('SIGNED_OUT')
})

test('a call that needs a fresh passkey is accepted after the person has used it again', async () => {
  const manager = await desk.join('manager')
  server.clock.advance(FRESH_MS)
  const body = { name: 'Fon', role: 'reviewer' } as const
  expect((await manager.call('invite', { body })).error.error).toBe('FRESH_PASSKEY_REQUIRED')
  const { options } = (await manager.call('verifyOptions')).body
  await manager.call('verify', { body: { response: manager.authenticator.use(options) } })
  expect((await manager.call('invite', { body })).status).toBe(200)
})

test('the last passkey stays; another device can be added and removed', async () => {
  const one = await desk.join('reviewer')
  const [first] = (await one.call('passkeys')).body.passkeys
  const removed = await one.call('removePasskey', { body: { id: first?.id ?? '' } })
  expect(removed.error.error).toBe('LAST_PASSKEY')
  server.clock.advance(1)
  const { options } = (await one.call('passkeyOptions')).body
  const added = await one.call('addPasskey', {
    body: { name: 'office', response: one.authenticator.create(options) },
  })
  expect(added.body.passkeys.map(({ name }) => name)).toEqual(['', 'office'])
  const left = await one.call('removePasskey', { body: { id: first?.id ?? '' } })
  expect(left.body.passkeys.map(({ name }) => name)).toEqual(['office'])
})

test('the sessions of a removed passkey end; those of other passkeys and people stay', async () => {
  const [phone, stranger] = [await desk.join('reviewer'), await desk.join('support')]
  const [lost] = (await phone.call('passkeys')).body.passkeys
  const signIn = async (index: number) => {
    const browser = desk.browser()
    const { options } = (await browser.call('signInOptions')).body
    const response = phone.authenticator.use(options, { index })
    expect((await browser.call('signIn', { body: { response } })).status).toBe(200)
    return browser
  }
  const { options } = (await phone.call('passkeyOptions')).body
  await phone.call('addPasskey', { body: { name: 'laptop', response: phone.authenticator.create(options) } })
  const [thief, laptop, verified, older] = [
    await signIn(0),
    await signIn(1),
    await signIn(0),
    await signIn(0),
  ]
  // A session belongs to the passkey that it has used last.
  const again = (await verified.call('verifyOptions')).body.options
  await verified.call('verify', { body: { response: phone.authenticator.use(again, { index: 1 }) } })
  // Earlier releases did not store the passkey of a session.
  const { sessionId } = (await older.call('me')).body
  await update(server, 'desk_session', { passkey_id: null }, { id: sessionId })
  expect((await laptop.call('removePasskey', { body: { id: lost?.id ?? '' } })).status).toBe(200)
  const statuses = async (browsers: readonly Pick<typeof laptop, 'call'>[]) =>
    Promise.all(browsers.map(async browser => (await browser.call('me')).status))
  expect(await statuses([thief, phone, older, laptop, verified, stranger])).toEqual([
    401, 401, 401, 200, 200, 200,
  ])
})

test('who removes the passkey that they have used last signs in again', async () => {
  const one = await desk.join('reviewer')
  const [first] = (await one.call('passkeys')).body.passkeys
  const { options } = (await one.call('passkeyOptions')).body
  await one.call('addPasskey', { body: { name: 'laptop', response: one.authenticator.create(options) } })
  expect((await one.call('removePasskey', { body: { id: first?.id ?? '' } })).status).toBe(200)
  expect([one.cookie(), (await one.call('me')).error.error]).toEqual([null, 'SIGNED_OUT'])
})

test('the people of a demo sign in without a passkey, and only in a demo', async () => {
  const { personId } = await desk.join('manager', 'Mali')
  expect((await desk.browser().call('welcome')).body.demo).toEqual([])
  expect((await desk.browser().call('demoSignIn', { body: { personId } })).error.error).toBe('NOT_FOUND')
  const demo = await testDesk(server, { demo: true })
  const one = demo.browser()
  expect((await one.call('welcome')).body.demo.map(({ name }) => name)).toEqual(['Mali'])
  expect((await one.call('demoSignIn', { body: { personId } })).body).toMatchObject({ demo: true })
  expect((await one.call('me')).status).toBe(200)
  await endAccess(personId)
  expect((await demo.browser().call('welcome')).body.demo).toEqual([])
  expect((await demo.browser().call('demoSignIn', { body: { personId } })).error.error).toBe('NOT_FOUND')
})
