import { expect, test } from 'vitest'
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
  NOW,
  ok,
  open,
  profile,
  startup,
} from './world.ts'

const HOUR = 60 * 60 * 1000

test('signs in a friend inside LINE by the ID token’s claims and opens home', () => {
  const app = startup(facts({}, '/profile')).say(activity()).say(line()).say(friend).say(ok)
  expect(app.phase).toEqual({ kind: 'ready', customerId: CUSTOMER, online: true })
  expect(app.did).toEqual([
    'fetch-activity',
    'store-verdict',
    'init-line',
    'fetch-friendship',
    'sign-in',
    'welcome',
    'go /',
  ])
  expect(app.last('sign-in')?.profile).toEqual(profile)
})

test('shows the end screen of an ended campaign, and begins no later step', () => {
  const app = startup(facts()).say(activity({ ended: true, pending: true }))
  expect(app.phase).toEqual({ kind: 'ended' })
  expect(app.did).toContain('go /endCampaign')
  expect(app.did).not.toContain('init-line')
})

test('shows the coming-soon screen before the campaign has started', () => {
  const app = startup(facts()).say(activity({ pending: true }))
  expect(app.phase).toEqual({ kind: 'pending' })
  expect(app.did).toContain('go /comingsoon')
})

test('uses a verdict of the last 24 hours if the activity call fails', () => {
  const day = startup(facts({ verdict: { ...open, ended: true, at: NOW - 23 * HOUR } }))
  expect(day.say(activityLost).phase).toEqual({ kind: 'ended' })
  const running = startup(facts({ verdict: { ...open, at: NOW - 23 * HOUR } }))
  expect(running.say(activityLost).did).toContain('init-line')
})

test('is offline if the activity call fails without a recent verdict, and retries later and on demand', () => {
  const app = startup(facts({ cached, verdict: { ...open, at: NOW - 25 * HOUR } }))
  app.say(activityLost)
  expect(app.phase).toMatchObject({ kind: 'offline', why: 'network' })
  expect(app.did).toContain('retry-later')
  app.say({ type: 'retried' })
  expect(app.phase).toEqual({ kind: 'starting' })
  app.say(activity()).say(line()).say(friend).say(ok)
  expect(app.phase).toMatchObject({ kind: 'ready', online: true })
})

test('does not use a verdict that was stored while the clock was a day ahead', () => {
  const ahead = { ...open, ended: true, at: NOW + 24 * HOUR }
  const app = startup(facts({ verdict: ahead })).say(activityLost)
  expect(app.phase).toMatchObject({ kind: 'offline', why: 'network' })
  expect(startup(facts({ cached, verdict: { ...ahead, ended: false } })).phase).toEqual({ kind: 'starting' })
  const corrected = startup(facts({ verdict: { ...ahead, at: NOW + 23 * HOUR } }))
  expect(corrected.say(activityLost).phase).toEqual({ kind: 'ended' })
})

test('opens the app for a cached customer before LINE answers', () => {
  const app = startup(facts({ cached, verdict: open }, '/receipt'))
  expect(app.phase).toEqual({ kind: 'ready', customerId: CUSTOMER, online: false })
  expect(app.did).toEqual(['open-cached', 'fetch-activity'])
})

test('does not change a URL that the SDK has to read until init has finished', () => {
  const app = startup(facts({ cached, verdict: open }, '/thanks?code=c&state=s'))
  expect(app.phase).toEqual({ kind: 'starting' })
  expect(app.say(activity()).say(lineLost).phase).toMatchObject({ kind: 'ready' })
})

test('removes the parameters of LINE Login from the URL once init has finished, and only then', () => {
  const app = startup(facts({}, '/thanks?code=c&state=s')).say(activity())
  expect(app.did).not.toContain('clean-address')
  app.say(line({ inClient: false })).say(friend)
  expect(app.did.filter(name => name === 'clean-address')).toHaveLength(1)
  const offline = startup(facts({}, '/thanks?code=c&state=s')).say(activity()).say(lineLost)
  expect(offline.did).not.toContain('clean-address')
  expect(startup(facts()).say(activity()).say(line()).did).not.toContain('clean-address')
})

test('opens the app for a cached customer if init cannot reach LINE, and retries later', () => {
  const app = startup(facts({ cached }, '/profile')).say(activity()).say(lineLost)
  expect(app.phase).toEqual({ kind: 'ready', customerId: CUSTOMER, online: false })
  expect(app.did.slice(-3)).toEqual(['open-cached', 'go /', 'retry-later'])
  app.say({ type: 'network' }).say(activity()).say(line()).say(friend).say(ok)
  expect(app.phase).toMatchObject({ kind: 'ready', online: true })
  expect(app.did.filter(name => name.startsWith('go'))).toEqual(['go /'])
})

test('is offline with retry if init cannot reach LINE and no customer is cached', () => {
  const app = startup(facts()).say(activity()).say(lineLost)
  expect(app.phase).toMatchObject({ kind: 'offline', why: 'line' })
})

test('ends loading with an error screen if init fails with a code', () => {
  const app = startup(facts()).say(activity())
  app.say({ type: 'line-refused', code: 'INIT_FAILED', message: 'Invalid LIFF ID' })
  expect(app.phase).toMatchObject({ kind: 'failed', code: 'INIT_FAILED', message: 'Invalid LIFF ID' })
  expect(app.did).toContain('report')
})

test('outside LINE, opens the same place in LINE, and explains if LINE does not open', () => {
  const app = startup(facts({}, '/receipt?logstate=poster&redirect=%2Fprofile'))
  app.say(activity()).say(line({ inClient: false, loggedIn: false, claims: null }))
  const url = 'https://liff.line.me/123-abc/receipt?redirect=%2Fprofile&logstate=poster'
  expect(app.phase).toEqual({ kind: 'leaving', to: 'line' })
  expect(app.last('leave')?.url).toBe(url)
  expect(app.last('watch-leaving')?.ms).toBe(1500)
  expect(app.say({ type: 'still-here' }).phase).toEqual({ kind: 'not-in-line', url })
})

test('outside LINE, a reload within a minute explains at once instead of opening LINE; the button tries again', () => {
  const away = line({ inClient: false, loggedIn: false, claims: null })
  const guards = { reloads: [], logins: [], bouncedAt: NOW - 59_000, addFriendAt: null }
  const app = startup(facts({ guards })).say(activity()).say(away)
  expect(app.phase).toMatchObject({ kind: 'not-in-line' })
  expect(app.did).not.toContain('leave')
  app.say({ type: 'retried' }).say(activity()).say(away)
  expect(app.did).toContain('leave')
  const later = startup(facts({ guards: { ...guards, bouncedAt: NOW - 61_000 } }))
  expect(later.say(activity()).say(away).did).toContain('leave')
})

test('outside LINE, if the campaign allows it, opens LINE Login, which returns to the same path', () => {
  const app = startup(facts({}, '/receipt?state=poster&redirect=%2Fprofile'))
  app.say(activity({ allowExternalBrowser: true }))
  app.say(line({ inClient: false, loggedIn: false, claims: null }))
  expect(app.phase).toEqual({ kind: 'leaving', to: 'login' })
  expect(app.last('login-line')?.redirectUri).toBe(
    'https://app.example.test/receipt?redirect=%2Fprofile&logstate=poster',
  )
})

test('opens LINE Login inside LINE if the user is not logged in', () => {
  const app = startup(facts())
    .say(activity())
    .say(line({ loggedIn: false, claims: null }))
  expect(app.did).toContain('login-line')
})

test('stops with an error after LINE Login returned three times without a login', () => {
  const logins = [NOW - 3000, NOW - 2000, NOW - 1000]
  const app = startup(facts({ guards: { reloads: [], logins, bouncedAt: null, addFriendAt: null } }))
  app.say(activity()).say(line({ loggedIn: false, claims: null }))
  expect(app.phase).toMatchObject({ kind: 'failed', code: 'LOGIN_LOOP' })
})

const stale = { ...inLine.claims, exp: NOW / 1000 - 60 }

test('on an expired ID token, deletes both tokens, cleans the URL and reloads, in this order', () => {
  const app = startup(facts())
    .say(activity())
    .say(line({ claims: stale }))
  expect(app.did.slice(-6)).toEqual([
    'store-guards',
    'clear-token',
    'logout-line',
    'clean-address',
    'reload',
    'watch-leaving',
  ])
})

test('logs out and reloads on an expired ID token, at most twice in ten minutes, then shows both clocks', () => {
  const app = startup(facts())
    .say(activity())
    .say(line({ claims: stale }))
  expect(app.phase).toEqual({ kind: 'leaving', to: 'reload' })
  const commands = app.did
  expect(commands.indexOf('logout-line')).toBeLessThan(commands.indexOf('reload'))
  const guards = app.last('store-guards')?.guards
  expect(guards?.reloads).toEqual([NOW])

  const twice = { reloads: [NOW - 500_000, NOW - 1000], logins: [], bouncedAt: null, addFriendAt: null }
  const stuck = startup(facts({ guards: twice }))
    .say(activity({ skew: 5000 }))
    .say(line({ claims: stale }))
  expect(stuck.phase).toEqual({ kind: 'clock', phone: NOW, server: NOW + 5000 })
  expect(stuck.did).not.toContain('reload')
  // A manual retry must not start another round of reloads.
  stuck
    .say({ type: 'retried' })
    .say(activity())
    .say(line({ claims: stale }))
  expect([stuck.phase.kind, stuck.did.includes('reload')]).toEqual(['clock', false])

  const older = { ...twice, reloads: [NOW - 601_000, NOW - 1000] }
  const free = startup(facts({ guards: older }))
    .say(activity())
    .say(line({ claims: stale }))
  expect(free.did).toContain('reload')
})

test('attempts from a clock that was set back later do not count', () => {
  const ahead = NOW + 600_000
  const guards = {
    reloads: [ahead, ahead],
    logins: [ahead, ahead, ahead],
    bouncedAt: ahead,
    addFriendAt: null,
  }
  const after = (facts_: ReturnType<typeof line>) =>
    startup(facts({ guards })).say(activity()).say(facts_).did
  expect(after(line({ claims: stale }))).toContain('reload')
  expect(after(line({ loggedIn: false, claims: null }))).toContain('login-line')
  expect(after(line({ inClient: false, loggedIn: false, claims: null }))).toContain('leave')
})

test('judges a token’s expiry by the server’s clock, so a phone two hours fast can sign in', () => {
  const app = startup(facts()).say(activity({ skew: -2 * HOUR }))
  app.say(line({ claims: { ...inLine.claims, exp: NOW / 1000 - HOUR / 1000 } }))
  expect(app.did).toContain('fetch-friendship')
})

test('signs in before LINE answers only with a token of LINE’s launch that has not expired', () => {
  const launched = (exp: number) => startup(facts({ earlyClaims: { profile, exp } })).did
  expect(launched(NOW / 1000)).toEqual(['fetch-activity'])
  expect(launched(NOW / 1000 + 1)).toEqual(['fetch-activity', 'sign-in'])
})

test('does not reload or leave the page while the server does not answer', () => {
  const app = startup(facts({ cached, verdict: open })).say(activityLost)
  app.say(line({ claims: stale }))
  expect(app.phase).toMatchObject({ kind: 'ready', online: false })
  expect(app.did).not.toContain('reload')
})

test('treats an SDK error about the token’s exp as an expired token', () => {
  const app = startup(facts()).say(activity())
  app.say({ type: 'line-refused', code: 'INVALID_ID_TOKEN', message: 'Invalid "exp" value in ID_TOKEN' })
  expect(app.did).toContain('reload')
})

test('logs out and reloads on a revoked access token, then shows the error', () => {
  const revoked = { type: 'line-refused', code: 'invalid_request', message: 'access token expired' } as const
  expect(startup(facts()).say(activity()).say(revoked).did).toContain('reload')
  const guards = { reloads: [NOW, NOW], logins: [], bouncedAt: null, addFriendAt: null }
  expect(startup(facts({ guards })).say(activity()).say(revoked).phase).toMatchObject({ kind: 'failed' })
})

test('removes LIFF’s own parameters from the URL once init has finished', () => {
  const app = startup(facts({}, '/?liff.hback=2&logstate=poster')).say(activity())
  expect(app.did).not.toContain('clean-address')
  app.say(line())
  expect(app.did.filter(name => name === 'clean-address')).toHaveLength(1)
})
