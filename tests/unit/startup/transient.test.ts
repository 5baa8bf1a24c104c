import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noGuards } from '#src/startup/loop-guards.ts'
import { customerPhone, isSignIn, ORIGIN, type Phone } from '#tests/kit/customer-phone.ts'
import { firstVisit, inTime, passSeconds, phasesOf, soon } from '#tests/kit/in-time.ts'
import { type Fault, lookAlikeRefusals } from '#tests/kit/network.ts'
import { activity, cached, facts, line, lineLost, loginLost, NOW, ok, open, startup } from './world.ts'

/** Tests startup while LINE or our server is briefly unavailable. Such an answer says nothing about the customer. */

let phone: Phone

// By spec S8, the app logs LINE's errors to the console.
let errors: { mockClear(): unknown }
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(async () => {
  errors.mockClear()
  await phone?.server.close()
})

const VERIFY = '/oauth2/v2.1/verify'
const CERTS = '/oauth2/v2.1/certs'
const busy = { error: 'temporarily_unavailable', error_description: 'try again' }
const badMinutes = [
  ['verify answers 503', { path: VERIFY, status: 503 }],
  ['verify answers 429', { path: VERIFY, status: 429 }],
  ['verify answers 500', { path: VERIFY, status: 500 }],
  ['verify answers 503 with an OAuth error', { path: VERIFY, status: 503, body: busy }],
  ['verify answers 503 with a page', { path: VERIFY, status: 503, raw: '<html>busy</html>' }],
  ['certs answers 503', { path: CERTS, status: 503 }],
  ['certs answers 429', { path: CERTS, status: 429 }],
  ['verify is lost', { path: VERIFY, drop: 'before' }],
] as const

test.each(badMinutes)(
  '%s: a signed-in customer stays on home, which signs in again automatically',
  async (_, fault) => {
    phone = await customerPhone('friend')
    const customerId = await phone.register()
    await firstVisit(phone)
    await phone.headless.open()
    phone.headless.patch({ faults: [{ host: 'api.line.me', ...fault }] })
    const page = phone.load()
    const phases = phasesOf(page)
    expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', customerId })
    await passSeconds(page, 30, () => phone.isServing())
    phone.headless.patch({ faults: [] })
    await inTime(page, () => expect(page.app.session.phase.value).toMatchObject({ online: true }))
    await inTime(page, async () => expect(await page.line.init()).toEqual({ ok: true, value: undefined }))
    expect(phases.filter(kind => !kind.startsWith('ready'))).toEqual([])
  },
)

test('one 503 of LINE on a first visit is over before the loading screen is', async () => {
  phone = await customerPhone('no-openid-scope')
  await phone.register()
  phone.headless.patch({ faults: [{ host: 'api.line.me', path: VERIFY, status: 503, times: 1 }] })
  const page = phone.load()
  const phases = phasesOf(page)
  await inTime(page, () => expect(page.app.session.phase.value.kind).toBe('ready'))
  expect(phases).toEqual(['starting', 'ready, online'])
})

test('a LINE that answers 503 for long is named on the first screen, and the app opens once it answers', async () => {
  phone = await customerPhone('no-openid-scope')
  await phone.register()
  phone.headless.patch({ faults: [{ host: 'api.line.me', path: VERIFY, status: 503 }] })
  const page = phone.load()
  await inTime(page, () =>
    expect(page.app.session.phase.value).toMatchObject({
      kind: 'offline',
      why: 'line',
      reference: 'UNKNOWN',
    }),
  )
  phone.headless.patch({ faults: [] })
  await inTime(page, () => expect(page.app.session.phase.value.kind).toBe('ready'))
})

const stranger = { type: 'friendship', friend: false } as const
const unknown = {
  type: 'signed-in',
  outcome: { kind: 'refused', code: 'CUSTOMER_NOT_REGISTERED', message: '', requestId: null },
} as const
const early = { profile: cached.profile, exp: NOW / 1000 + 600 }
const launched = (more = {}) => startup(facts({ earlyClaims: early, canInitLineEarly: true, ...more }))

test('the form of a new customer stays if LINE or the server gives no answer, and startup tries again', () => {
  for (const lost of [[lineLost], [line(), lineLost, loginLost]]) {
    const app = launched().say(unknown).say(activity())
    expect(app.phase).toEqual({ kind: 'register' })
    for (const event of lost) app.say(event)
    expect(app.phase).toEqual({ kind: 'register' })
    const before = app.did.length
    if (app.state.obstacle !== null) app.say({ type: 'network' }).say(activity()).say(line()).say(unknown)
    app.say({ type: 'friendship', friend: true })
    expect(app.did.slice(before).filter(name => name.startsWith('go'))).toEqual([])
    expect(app.did).toContain('register-provisional')
  }
})

test('home stays if a later run gets no answer, even a day after the campaign was last known to be open', () => {
  const app = startup(facts({ cached, verdict: open }))
  app.say(lineLost)
  app.say({ type: 'activity-failed', now: NOW + 25 * 3_600_000, obstacle: app.state.unreached ?? lostServer })
  expect(app.phase).toMatchObject({ kind: 'ready', online: false })
  app.say({ type: 'network' }).say(activity()).say(line()).say({ type: 'friendship', friend: true }).say(ok)
  expect(app.phase).toMatchObject({ kind: 'ready', online: true })
})

const lostServer = loginLost.outcome.obstacle

test('a friendship check without an answer does not let in a customer whom LINE has called a stranger in this tab', () => {
  expect(startup(facts()).say(activity()).say(line()).say(lineLost).say(ok).phase.kind).toBe('ready')
  const asked = startup(facts()).say(activity()).say(line()).say(stranger).say({ type: 'still-here' })
  asked.say({ type: 'returned' }).say(activity()).say(line()).say(lineLost)
  expect(asked.phase.kind).toBe('add-friend')
  expect(asked.did.at(-1)).toBe('retry-later')
  const reloaded = startup(facts({ guards: { ...noGuards, addFriendAt: NOW } }))
  expect(reloaded.say(activity()).say(line()).say(lineLost).phase.kind).toBe('add-friend')
})

test('the server’s 408 and 425 say nothing about the customer', async () => {
  phone = await customerPhone('friend')
  await phone.register()
  await firstVisit(phone)
  for (const fault of ['too-early', 'request-timeout'] as const) {
    await phone.headless.open()
    phone.setFault(({ url }): Fault => (isSignIn(url) ? fault : 'ok'))
    const page = phone.load()
    const phases = phasesOf(page)
    await inTime(page, () => expect(page.app.session.phase.value).toMatchObject({ online: false }))
    phone.setFault(() => 'ok')
    await inTime(page, () => expect(page.app.session.phase.value).toMatchObject({ online: true }))
    expect(phases.every(kind => kind.startsWith('ready'))).toBe(true)
  }
})

test.each(['no-such-call', ...lookAlikeRefusals] as const)(
  '%s: a refusal that is not about the customer takes neither home nor the session away',
  async fault => {
    phone = await customerPhone('friend')
    const customerId = await phone.register()
    await firstVisit(phone)
    for (const isFaulty of [() => true, isSignIn]) {
      await phone.headless.open()
      const token = phone.token()
      expect(token).not.toBeNull()
      const signIns: string[] = []
      phone.setFault(({ url }): Fault => {
        if (isSignIn(url)) signIns.push(url)
        return isFaulty(url) ? fault : 'ok'
      })
      const page = phone.load()
      const phases = phasesOf(page)
      await inTime(page, () => expect(signIns.length).toBeGreaterThan(3))
      expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', customerId })
      expect(phone.token()).toBe(token)
      phone.setFault(() => 'ok')
      await inTime(page, () => expect(page.app.session.phase.value).toMatchObject({ online: true }))
      expect(phases.filter(kind => !kind.startsWith('ready'))).toEqual([])
    }
  },
)

test.each([
  ['drop-request', 'network'],
  ['portal', 'portal'],
  ['too-many', 'busy'],
  ['internal', 'server'],
  ['unavailable', 'server'],
  ['gateway-503', 'server'],
  ['gateway-429', 'busy'],
  ['no-such-call', 'unknown'],
  ['no-such-page', 'unknown'],
] as const)('%s: the first screen says %s', async (fault, why) => {
  phone = await customerPhone('friend')
  phone.setFault(() => fault)
  const page = phone.load(`${ORIGIN}/`)
  await soon(() => expect(page.app.session.phase.value).toMatchObject({ kind: 'offline', why }))
})

test('the URL has no credentials of LINE while a screen says why startup cannot continue', async () => {
  phone = await customerPhone('no-openid-scope')
  await phone.register()
  phone.setFault(() => 'internal')
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value.kind).toBe('offline'))
  await soon(() => expect(page.hash()).toBe(''))
  phone.setFault(() => 'ok')
  const fault = { host: 'api.line.me', path: VERIFY, status: 400, body: { error: 'invalid_scope' } }
  phone.headless.patch({ faults: [fault] })
  await inTime(page, () => expect(page.app.session.phase.value.kind).toBe('failed'))
  await soon(() => expect(page.hash()).toBe(''))
  phone.headless.patch({ faults: [] })
  page.app.session.retry()
  await inTime(page, () =>
    expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true }),
  )
})
