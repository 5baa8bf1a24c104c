import { expect, test } from 'vitest'
import { DEVICE_MS, FRESH_MS } from '#contract/desk/limits.ts'
import { noticeText } from '#contract/desk/notice-texts.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowsOf, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))

type Browser = ReturnType<typeof desk.browser>
type One = Awaited<ReturnType<typeof desk.join>>

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'

/** Signs a person in with a passkey, by default with the first one in a new browser. */
async function signIn(one: Pick<One, 'authenticator'>, { browser = desk.browser(), index = 0 } = {}) {
  const { options } = (await browser.call('signInOptions')).body
  const response = one.authenticator.use(options, { index })
  const headers = { 'User-Agent': PHONE }
  expect((await browser.call('signIn', { body: { response }, headers })).status).toBe(200)
  return browser
}

async function addPasskey(one: One, name: string): Promise<void> {
  const { options } = (await one.call('passkeyOptions')).body
  const response = one.authenticator.create(options)
  expect((await one.call('addPasskey', { body: { name, response } })).status).toBe(200)
}

const sessionsOf = async (browser: Pick<Browser, 'call'>) => (await browser.call('sessions')).body.sessions
const idOf = async (browser: Pick<Browser, 'call'>) => (await browser.call('me')).body.sessionId
const isIn = async (browser: Pick<Browser, 'call'>) => (await browser.call('me')).status === 200
const passkeysOf = async (browser: Pick<Browser, 'call'>) =>
  (await browser.call('passkeys')).body.passkeys.map(({ name }) => name)

/** Returns the English texts of a person's notices, newest first. */
const told = async (browser: Pick<Browser, 'call'>) =>
  (await browser.call('notices')).body.notices.map(({ notice }) =>
    noticeText(notice, 'en', ms => new Date(ms).toISOString()),
  )

test('people see their own sessions with browser, times and passkey', async () => {
  const one = await desk.join('reviewer', 'Fon')
  await addPasskey(one, 'laptop')
  server.clock.advance(60_000)
  await signIn(one, { index: 1 })
  expect(await sessionsOf(one)).toMatchObject([
    { browser: PHONE, createdAt: server.clock.now(), passkey: 'laptop', current: false },
    { createdAt: server.clock.now() - 60_000, usedAt: server.clock.now(), passkey: '', current: true },
  ])
})

test('desk check 21: "not me" ends the session and those of its passkey, removes the passkey, and tells person and managers', async () => {
  const manager = await desk.join('manager', 'Mali')
  const one = await desk.join('reviewer', 'Fon')
  await addPasskey(one, 'lost')
  const [thief, second] = [await signIn(one, { index: 1 }), await signIn(one, { index: 1 })]
  server.clock.advance(1)
  const { status, body } = await one.call('disownSession', { params: { id: await idOf(thief) } })
  expect([status, body.removed, body.kept, body.sessions.length]).toEqual([200, 'lost', null, 1])
  expect([await isIn(thief), await isIn(second), await isIn(one)]).toEqual([false, false, true])
  expect(await passkeysOf(one)).toEqual([''])
  const started = new Date(server.clock.now() - 1).toISOString()
  const sentence = `Fon said that the session with Safari, iPhone that began on ${started} was someone else. The session has ended. The passkey “lost”, last used in it, was removed.`
  expect([(await told(manager))[0], (await told(one))[0]]).toEqual([sentence, sentence])
  const { entries } = (await manager.call('audit')).body
  expect(entries[0]).toMatchObject({ action: 'desk disown session', actor: expect.stringContaining('Fon') })
})

test('"not me" keeps a passkey that the own session has used last, and the last one', async () => {
  const one = await desk.join('reviewer', 'Fon')
  const thief = await signIn(one)
  const { body } = await one.call('disownSession', { params: { id: await idOf(thief) } })
  expect([body.removed, body.kept, await isIn(thief), await passkeysOf(one)]).toEqual([null, '', false, ['']])
  await addPasskey(one, 'new')
  const again = await signIn(one)
  // The person's own session uses the new passkey from here on, so the first one can be removed.
  const { options } = (await one.call('verifyOptions')).body
  await one.call('verify', { body: { response: one.authenticator.use(options, { index: 1 }) } })
  const second = await one.call('disownSession', { params: { id: await idOf(again) } })
  expect([second.body.removed, second.body.kept, await passkeysOf(one)]).toEqual(['', null, ['new']])
})

test('"not me" of a session without a known passkey only ends it', async () => {
  const one = await desk.join('reviewer', 'Fon')
  const thief = await signIn(one)
  const id = await idOf(thief)
  await update(server, 'desk_session', { passkey_id: null }, { id })
  const { body } = await one.call('disownSession', { params: { id } })
  expect([body.removed, body.kept, await isIn(thief), await passkeysOf(one)]).toEqual([
    null,
    null,
    false,
    [''],
  ])
})

test('desk check 21: nobody disowns the session of another person or the own one, or without a fresh passkey', async () => {
  const manager = await desk.join('manager', 'Mali')
  const one = await desk.join('reviewer', 'Fon')
  for (const [who, id] of [
    [manager, await idOf(one)],
    [one, await idOf(manager)],
    [one, await idOf(one)],
  ] as const)
    expect((await who.call('disownSession', { params: { id } })).error.error).toBe('NOT_FOUND')
  const thief = await signIn(one)
  server.clock.advance(FRESH_MS)
  const late = await one.call('disownSession', { params: { id: await idOf(thief) } })
  expect([late.error.error, await isIn(thief)]).toEqual(['FRESH_PASSKEY_REQUIRED', true])
})

test('people end all their other sessions, and those of other people stay', async () => {
  const one = await desk.join('reviewer', 'Fon')
  const other = await desk.join('reviewer', 'Nok')
  const [first, second] = [await signIn(one), await signIn(one)]
  server.clock.advance(1)
  const { body } = await one.call('endOtherSessions')
  expect(body.sessions.map(({ current }) => current)).toEqual([true])
  expect(await Promise.all([one, other, first, second].map(isIn))).toEqual([true, true, false, false])
  expect((await told(one))[0]).toBe('All other sessions of Fon (2) were ended from an unknown browser.')
  await one.call('endOtherSessions')
  expect(await told(one)).toHaveLength(3)
})

test('a person whose session a manager has ended is told', async () => {
  const manager = await desk.join('manager', 'Mali')
  const one = await desk.join('reviewer', 'Fon')
  const phone = await signIn(one)
  server.clock.advance(1)
  await manager.call('endSession', { params: { id: await idOf(phone) } })
  expect((await told(one))[0]).toBe('Mali ended a session of Fon with Safari, iPhone.')
  await one.call('endSession', { params: { id: await idOf(one) } })
  await signIn(one, { browser: one })
  expect(await told(one)).toHaveLength(2)
})

const newDevice =
  'Fon signed in with a browser that the desk has not seen for this person, or no longer remembers: Safari, iPhone.'

test('desk check 22: a sign-in in a new browser is told to the person and the managers, and only the first one', async () => {
  const manager = await desk.join('manager', 'Mali')
  const one = await desk.join('reviewer', 'Fon')
  const other = await desk.join('support', 'Nok')
  const before = (await told(manager)).length
  await signIn(one, { browser: one })
  expect([(await told(manager)).length - before, await told(one)]).toEqual([0, []])
  // Notices of the same millisecond have no defined order.
  server.clock.advance(1)
  const phone = await signIn(one)
  expect([(await told(manager))[0], await told(one), await told(other)]).toEqual([newDevice, [newDevice], []])
  await signIn(one, { browser: phone })
  expect(await told(one)).toEqual([newDevice])
})

test('a browser is new again after half a year, without its cookie, with a made-up one, and after "not me"', async () => {
  const one = await desk.join('reviewer', 'Fon')
  const phone = await signIn(one)
  const news = async () => (await told(one)).length
  server.clock.advance(DEVICE_MS - 1)
  await signIn(one, { browser: phone })
  await signIn(one, { browser: one })
  expect(await news()).toBe(1)
  server.clock.advance(DEVICE_MS)
  await signIn(one, { browser: phone })
  await signIn(one, { browser: one })
  expect(await news()).toBe(3)
  phone.setDevice(null)
  await signIn(one, { browser: phone })
  expect(await news()).toBe(4)
  phone.setDevice(`__Host-desk-device=${'A'.repeat(43)}`)
  await signIn(one, { browser: phone })
  expect([await news(), phone.device()?.includes('AAAA')]).toEqual([5, false])
  await one.call('disownSession', { params: { id: await idOf(phone) } })
  await signIn(one, { browser: phone })
  expect(await news()).toBe(7)
})

test('people who share a browser are each told once, and neither makes the other forget it', async () => {
  const fon = await desk.join('reviewer', 'Fon')
  const nok = await desk.join('reviewer', 'Nok')
  const shared = desk.browser()
  for (const one of [fon, nok, fon, nok]) await signIn(one, { browser: shared })
  await signIn(fon, { browser: fon })
  await signIn(nok, { browser: nok })
  expect([(await told(fon)).length, (await told(nok)).length]).toEqual([1, 1])
})

test('desk check 22: the device cookie is __Host-, HttpOnly and SameSite=Strict, and the database has only its hash', async () => {
  const one = await desk.join('reviewer')
  const { options } = (await one.call('signInOptions')).body
  const response = one.authenticator.use(options)
  const { headers } = await one.call('signIn', { body: { response } })
  const cookie = headers.getSetCookie().find(set => set.includes('device')) ?? ''
  expect(cookie).toMatch(/^__Host-desk-device=[\w-]{43};/)
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/', `Max-Age=${DEVICE_MS / 1000}`])
    expect(cookie).toContain(part)
  const rows = JSON.stringify(await rowsOf(server, 'desk_device'))
  expect(rows).not.toContain(one.device()?.split('=')[1] ?? 'none')
  const thief = desk.browser()
  thief.setDevice(one.device())
  expect((await thief.call('me')).error.error).toBe('SIGNED_OUT')
})

test('the end of the access forgets the browsers of the person', async () => {
  const manager = await desk.join('manager', 'Mali')
  const one = await desk.join('reviewer', 'Fon')
  await manager.call('endPerson', { params: { id: one.personId } })
  const left = await server.db.selectFrom('desk_device').select('person_id').execute()
  expect(left.map(row => row.person_id)).toEqual([manager.personId])
})

test('in a demo, nobody is told about sign-ins', async () => {
  const one = await desk.join('manager', 'Mali')
  const demo = await testDesk(server, { demo: true })
  const browser = demo.browser()
  await browser.call('demoSignIn', { body: { personId: one.personId } })
  expect([await told(browser), browser.device()]).toEqual([[], null])
})
