import { expect, test } from 'vitest'
import { signedOutFailure } from '#src/ports.ts'
import { createIdentity } from '#src/startup/identity.ts'
import { reduce } from '#src/startup/reduce.ts'
import { withRenewal } from '#src/state/with-renewal.ts'
import {
  activity,
  activityLost,
  CUSTOMER,
  cached,
  facts,
  friend,
  inLine,
  line,
  lineLost,
  loginLost,
  NOW,
  ok,
  open,
  profile,
  startup,
} from './world.ts'

const refused = (
  code: 'CUSTOMER_CANCELLED' | 'CUSTOMER_NOT_REGISTERED' | 'LINE_TOKEN_EXPIRED' | 'LINE_TOKEN_INVALID',
) => ({ type: 'signed-in', outcome: { kind: 'refused', code, message: 'no', requestId: 'r1' } }) as const

test('opens the add-friend page once, then shows a screen that checks again when the customer returns', () => {
  const stranger = { type: 'friendship', friend: false } as const
  const app = startup(facts()).say(activity()).say(line()).say(stranger)
  expect(app.last('leave')?.url).toBe('https://line.me/R/ti/p/%40campaign')
  app.say({ type: 'still-here' })
  expect(app.phase).toMatchObject({ kind: 'add-friend' })
  app.say({ type: 'returned' }).say(activity()).say(line()).say(stranger)
  expect(app.phase).toMatchObject({ kind: 'add-friend' })
  expect(app.did.filter(name => name === 'leave')).toHaveLength(1)
  app.say({ type: 'returned' }).say(activity()).say(line()).say(friend).say(ok)
  expect(app.phase).toMatchObject({ kind: 'ready' })
  expect(app.last('store-guards')?.guards.addFriendAt).toBeNull()
})

test('continues if LINE refuses the friendship because no official account is linked', () => {
  const app = startup(facts()).say(activity()).say(line())
  app.say({ type: 'line-refused', code: 'FORBIDDEN', message: 'no linked bot' }).say(ok)
  expect(app.phase).toMatchObject({ kind: 'ready' })
})

test('loads the profile from LINE without an openid scope', () => {
  const app = startup(facts())
    .say(activity())
    .say(line({ claims: null }))
    .say(friend)
  expect(app.did).toContain('fetch-profile')
  app.say({ type: 'profile', profile }).say(ok)
  expect(app.phase).toMatchObject({ kind: 'ready' })
})

test('signs in by the ID token’s user id if LINE refuses the profile', () => {
  const app = startup(facts()).say(activity())
  app.say(line({ claims: { ...inLine.claims, name: null } })).say(friend)
  app.say({ type: 'line-refused', code: 'FORBIDDEN', message: 'scope' })
  expect(app.last('sign-in')?.profile.userId).toBe(profile.userId)
  const blind = startup(facts())
    .say(activity())
    .say(line({ claims: null }))
    .say(friend)
  blind.say({ type: 'line-refused', code: 'FORBIDDEN', message: 'scope' })
  expect(blind.phase).toMatchObject({ kind: 'failed', code: 'FORBIDDEN' })
})

test('creates a provisional customer for an unregistered user and opens /register with the logstate', () => {
  const app = startup(facts({}, '/receipt?logstate=poster')).say(activity()).say(line()).say(friend)
  app.say(refused('CUSTOMER_NOT_REGISTERED'))
  expect(app.did.slice(-2)).toEqual(['clear-token', 'register-provisional'])
  app.say({ type: 'signed-in', outcome: { kind: 'ok', customerId: CUSTOMER, registered: false } })
  expect(app.phase).toEqual({ kind: 'register' })
  expect(app.last('welcome')).toMatchObject({ customerId: CUSTOMER, registered: false })
  expect(app.did.at(-1)).toBe('go /register?redirect=%2Freceipt&logstate=poster')
})

test('keeps the screen that asks to add the account until LINE has answered, and does not move an open landing', () => {
  const early = facts({ earlyClaims: { profile, exp: NOW / 1000 + 600 }, canInitLineEarly: true })
  const app = startup(early).say(refused('CUSTOMER_NOT_REGISTERED')).say(activity())
  expect(app.phase).toEqual({ kind: 'register' })
  app.say({ type: 'moved', path: '/help' }).say(line()).say({ type: 'friendship', friend: false })
  expect(app.phase).toEqual({ kind: 'leaving', to: 'add-friend' })
  app.say({ type: 'still-here' }).say({ type: 'returned' }).say(activity()).say(line())
  app.say(refused('CUSTOMER_NOT_REGISTERED'))
  expect(app.phase.kind).toBe('add-friend')
  app.say(friend).say({ type: 'signed-in', outcome: { kind: 'ok', customerId: CUSTOMER, registered: false } })
  expect(app.phase).toEqual({ kind: 'register' })
  expect(app.did.filter(command => command === 'go /register')).toHaveLength(2)
})

test('opens /register even if the provisional customer cannot be created now', () => {
  const app = startup(facts()).say(activity()).say(line()).say(friend)
  app.say(refused('CUSTOMER_NOT_REGISTERED')).say(loginLost)
  expect(app.phase).toEqual({ kind: 'register' })
})

test('deletes the cached customer if the customer is no longer registered', () => {
  const app = startup(facts({ cached, verdict: open }))
    .say(activity())
    .say(line())
    .say(friend)
  app.say(refused('CUSTOMER_NOT_REGISTERED'))
  expect(app.phase).toEqual({ kind: 'starting' })
  expect(app.last('clear-customer')?.customerId).toBe(CUSTOMER)
})

test('deletes the queued jobs only of the customer who has left, not those of another customer of this phone', () => {
  const left = refused('CUSTOMER_CANCELLED')
  const app = startup(facts({ cached, verdict: open }))
    .say(activity())
    .say(line())
    .say(friend)
  const before = app.state
  app.say(left)
  expect(app.last('clear-customer')).toEqual({ do: 'clear-customer', customerId: CUSTOMER, left: true })
  const other = { ...cached, profile: { ...profile, userId: `U${'b'.repeat(32)}` } }
  const { commands } = reduce(
    { ...before, facts: { ...before.facts, cached: other } },
    { ...left, run: before.run, now: NOW },
  )
  expect(commands).toContainEqual({ do: 'clear-customer', customerId: CUSTOMER, left: false })
})

test('a successful login on /register opens home with a new reward', () => {
  const app = startup(facts({}, '/register?logstate=poster')).say(activity()).say(line()).say(friend).say(ok)
  expect(app.last('welcome')).toMatchObject({ joined: true })
  expect(app.did.at(-1)).toBe('go /')
})

test('a successful registration opens home with a new reward', () => {
  const app = startup(facts()).say(activity()).say(line()).say(friend)
  app.say(refused('CUSTOMER_NOT_REGISTERED'))
  app.say({ type: 'signed-in', outcome: { kind: 'ok', customerId: CUSTOMER, registered: false } })
  app.say({ type: 'registered', customerId: CUSTOMER })
  expect(app.phase).toEqual({ kind: 'ready', customerId: CUSTOMER, online: true })
  expect(app.last('welcome')).toMatchObject({ joined: true, registered: true })
  expect(app.did.at(-1)).toBe('go /')
})

test.each([
  ['/receipt', '/receipt'],
  ['/receiptHistory?logstate=poster', '/receiptHistory'],
  ['/?redirect=%2Fqrcode%3Fshow%3Drewards', '/qrcode?show=rewards'],
  ['/register?redirect=%2Freceipt', '/receipt'],
  ['/receipt?redirect=https%3A%2F%2Fevil.example', '/receipt'],
  ['/answer', '/'],
  ['/', '/'],
])('a customer who opened %s and had to register first arrives at %s', (address, to) => {
  const app = startup(facts({}, address)).say(activity()).say(line()).say(friend)
  app.say(refused('CUSTOMER_NOT_REGISTERED'))
  app.say({ type: 'signed-in', outcome: { kind: 'ok', customerId: CUSTOMER, registered: false } })
  app.say({ type: 'registered', customerId: CUSTOMER })
  expect(app.did.at(-1)).toBe(`go ${to}`)
})

test('the page that a customer wanted before registering is not opened for the next customer', () => {
  const app = startup(facts({}, '/receipt')).say(activity()).say(line()).say(friend)
  app.say(refused('CUSTOMER_NOT_REGISTERED'))
  app.say({ type: 'signed-in', outcome: { kind: 'ok', customerId: CUSTOMER, registered: false } })
  app.say({ type: 'registered', customerId: CUSTOMER }).say({ type: 'moved', path: '/profile' })
  app.say({ type: 'signed-out', why: 'logged-out' }).say({ type: 'retried' })
  app.say(activity()).say(line()).say(friend).say(ok)
  expect(app.did.filter(one => one === 'go /receipt')).toHaveLength(1)
})

test('a successful login on /register follows the redirect', () => {
  const app = startup(facts({}, '/register?redirect=%2Freceipt'))
  app.say(activity()).say(line()).say(friend).say(ok)
  expect(app.did.at(-1)).toBe('go /receipt')
})

test('logs out and reloads if the server reports an expired ID token', () => {
  const app = startup(facts()).say(activity()).say(line()).say(friend).say(refused('LINE_TOKEN_EXPIRED'))
  expect(app.did).toContain('reload')
  expect(app.did).toContain('clear-token')
})

test('never opens /register because of an invalid token', () => {
  for (const code of [
    'LINE_TOKEN_INVALID',
    'LINE_USER_MISMATCH',
    'LINE_TOKEN_REQUIRED',
    'CUSTOMER_CANCELLED',
  ]) {
    const app = startup(facts()).say(activity()).say(line()).say(friend)
    app.say(refused(code as 'LINE_TOKEN_INVALID'))
    expect(app.phase).toEqual({ kind: 'failed', code, message: 'no', requestId: 'r1' })
    expect(app.did).toContain('clear-token')
    expect(app.did).not.toContain('register-provisional')
  }
})

test('without an answer to login, opens the app offline for a cached customer and waits for others', () => {
  const known = startup(facts({ cached })).say(activity()).say(line()).say(friend).say(loginLost)
  expect(known.phase).toMatchObject({ kind: 'ready', online: false })
  const stranger = startup(facts()).say(activity()).say(line()).say(friend).say(loginLost)
  expect(stranger.phase).toMatchObject({ kind: 'offline', why: 'network' })
})

test('removes the cached customer from the screen if LINE reports a different user', () => {
  const other = { ...cached, profile: { ...profile, userId: `U${'b'.repeat(32)}` } }
  const app = startup(facts({ cached: other, verdict: open }))
    .say(activity())
    .say(line())
  expect(app.phase).toEqual({ kind: 'starting' })
  expect(app.last('clear-customer')?.customerId).toBe(CUSTOMER)
  expect(app.say(friend).say(loginLost).phase).toMatchObject({ kind: 'offline' })
})

test('follows a redirect after login', () => {
  const app = startup(facts({}, '/thanks?redirect=%2Fprofile'))
    .say(activity())
    .say(line())
    .say(friend)
    .say(ok)
  expect(app.did.at(-1)).toBe('go /profile')
})

test('ignores an answer to an older run', () => {
  const app = startup(facts()).say(activityLost).say({ type: 'retried' })
  const before = app.state
  app.say({ ...activity({ ended: true }), run: before.run - 1 })
  expect(app.state).toBe(before)
})

test('after a declined LINE Login, shows the error, and cleans the URL before the next attempt', () => {
  const app = startup(facts({}, '/?error=access_denied&liffOAuth2Error=true')).say(activity())
  app.say({ type: 'line-refused', code: 'INIT_FAILED', message: 'access_denied: user refused' })
  expect(app.phase).toMatchObject({ kind: 'failed' })
  expect(app.say({ type: 'retried' }).did.slice(-3)).toEqual([
    'clean-address',
    'store-guards',
    'fetch-activity',
  ])
})

test('stays signed out after a logout until the customer retries', () => {
  const app = startup(facts()).say(activity()).say(line()).say(friend).say(ok)
  app.say({ type: 'signed-out', why: 'cancelled' })
  expect(app.phase).toEqual({ kind: 'signed-out', why: 'cancelled' })
  expect(app.say({ type: 'network' }).phase).toEqual({ kind: 'signed-out', why: 'cancelled' })
  app.say({ type: 'retried' }).say(activity()).say(line()).say(friend).say(ok)
  expect(app.phase).toMatchObject({ kind: 'ready' })
})

test('takes the cached customer off the screen if another one signs in in another tab, and continues the start', () => {
  const known = facts({ cached, verdict: open })
  const replaced = () => startup(known).say(activity()).say({ type: 'replaced' })
  expect(startup(known).phase).toEqual({ kind: 'ready', customerId: CUSTOMER, online: false })
  expect(replaced().phase).toEqual({ kind: 'starting' })
  expect(replaced().say(line()).say(friend).say(ok).phase).toMatchObject({ kind: 'ready', online: true })
  // Without a network, the cached customer does not come back.
  expect(replaced().say(lineLost).phase).toMatchObject({ kind: 'offline' })
})

test('renews a session three times a minute, also after the clock was set back', async () => {
  let now = NOW
  let renewals = 0
  const identity = createIdentity({ now: () => now })
  identity.setRenewer(async () => {
    renewals += 1
    return false
  })
  const renewFourTimes = async () => {
    for (let n = 0; n < 4; n += 1) await identity.renew()
    return renewals
  }
  expect(await renewFourTimes()).toBe(3)
  now -= 60_000
  expect(await renewFourTimes()).toBe(6)
})

test('does not repeat a customer’s call if the renewal has signed in another customer', async () => {
  const identity = createIdentity({ now: () => NOW })
  identity.setCustomer('a')
  const callers: string[] = []
  const call = async (owner: string) => {
    callers.push(owner)
    return { ok: false, failure: signedOutFailure, headers: null } as const
  }
  identity.setRenewer(async () => true)
  await withRenewal(identity, call)
  expect(callers).toEqual(['a', 'a'])
  identity.setRenewer(async () => {
    identity.setCustomer('b')
    return true
  })
  await withRenewal(identity, call)
  expect(callers).toEqual(['a', 'a', 'a'])
})
