import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isWaiting } from '#contract/recent.ts'
import { HOUR_MS } from '#contract/time.ts'
import { backoff } from '#src/outbox/backoff.ts'
import { MAX_WAIT_MS } from '#src/outbox/limits.ts'
import { obstacleOf } from '#src/startup/obstacle.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { type AppPage, customerPhone, isSignIn, type Phone } from '#tests/kit/customer-phone.ts'
import { firstVisit, inTime, passSeconds, soon } from '#tests/kit/in-time.ts'
import { profileForm } from '#tests/kit/server.ts'
import { activity, cached, facts, lineLost, loginLost, NOW, startup } from './world.ts'

/** Tests startup with a server that asks for a pause (`Retry-After`). */

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

const pass = (page: AppPage, seconds: number) => passSeconds(page, seconds, () => phone.busy())

const [VERIFY, CERTS] = ['/oauth2/v2.1/verify', '/oauth2/v2.1/certs']
const lostServer = loginLost.outcome.obstacle
const early = { profile: cached.profile, exp: NOW / 1000 + 600 }
const launched = () => startup(facts({ earlyClaims: early, canInitLineEarly: true }))

const minute = (until: number) =>
  ({
    type: 'signed-in',
    outcome: { kind: 'unreachable', obstacle: { ...lostServer, why: 'server', until } },
  }) as const

test('the time that the server has named at the sign-in holds if LINE is lost in the same run', () => {
  const asked = NOW + 60_000
  for (const events of [
    [minute(asked), activity(), lineLost],
    [activity(), lineLost, minute(asked)],
    [activity(), minute(asked), lineLost],
  ]) {
    const app = launched()
    for (const event of events) app.say(event)
    expect(app.phase).toMatchObject({ kind: 'offline', why: 'line', until: asked })
    expect(app.state.obstacle).toMatchObject({ until: asked })
    expect(app.last('retry-later')).toEqual({ do: 'retry-later', until: asked })
  }
})

test.each(['friend', 'no-openid-scope'] as const)(
  '%s: a visit that is asked to wait is not repeated within the minute, even if LINE is lost in the same run',
  async scenario => {
    phone = await customerPhone(scenario)
    await phone.register()
    await firstVisit(phone)
    for (const fault of ['down-for-a-minute', 'gateway-503-minute'] as const) {
      await phone.headless.open()
      phone.headless.patch({
        faults: [VERIFY, CERTS].map(path => ({ host: 'api.line.me', path, drop: 'before' })),
      })
      const visits: string[] = []
      phone.setFault(({ url }) => {
        if (!isSignIn(url)) return 'ok'
        visits.push(url)
        return fault
      })
      const page = phone.load()
      page.app.home.prefetch()
      await inTime(page, () => expect(visits).toHaveLength(1))
      await inTime(page, () => expect(page.app.session.phase.value).toMatchObject({ online: false }))
      for (let second = 0; second < 50; second += 1) {
        page.show()
        // LINE works again after some seconds.
        if (second === 5) phone.headless.patch({ faults: [] })
        await pass(page, 1)
      }
      expect(visits).toHaveLength(1)
      phone.setFault(() => 'ok')
      await inTime(page, () => expect(page.app.session.phase.value).toMatchObject({ online: true }))
    }
  },
)

test.each([true, false])(
  'after the end, a sign-in that is asked to wait is not repeated within the minute (LINE answers: %s)',
  async lineAnswers => {
    phone = await customerPhone('friend')
    await phone.register()
    await setCampaign(phone.server, { mode: 'ended' })
    if (!lineAnswers) {
      const faults = [VERIFY, CERTS].map(path => ({ host: 'api.line.me', path, drop: 'before' as const }))
      phone.headless.patch({ faults })
    }
    const signIns: string[] = []
    phone.setFault(({ url }) => {
      if (!isSignIn(url)) return 'ok'
      signIns.push(url)
      return 'down-for-a-minute'
    })
    const page = phone.load()
    await inTime(page, () => expect(page.app.session.endedSignIn.value.kind).toBe('unreachable'))
    phone.headless.patch({ faults: [] })
    for (let second = 0; second < 50; second += 1) {
      await pass(page, 1)
      page.show()
    }
    expect(signIns).toHaveLength(1)
    phone.setFault(() => 'ok')
    await inTime(page, () => expect(page.app.session.endedSignIn.value.kind).toBe('signed-in'))
  },
)

test('a server that asks for two hours is asked again after one, and the screen says so', () => {
  const failure = { kind: 'portal', status: 503, retryAfter: 7200 } as const
  const { until } = obstacleOf({ failure, headers: null }, NOW)
  expect(until).toBe(NOW + HOUR_MS)
  expect(backoff(0, 0, { visible: true, retryAfter: 7200 })).toBe(HOUR_MS)
  expect(isWaiting(until ?? 0, NOW, MAX_WAIT_MS)).toBe(true)
})

/** Makes our server answer each call with a request for a minute's pause. Returns the recorded calls. */
function askingForAMinute(): string[] {
  const calls: string[] = []
  phone.setFault(({ method, url }) => {
    calls.push(`${method} ${new URL(url).pathname}`)
    return 'wait-a-minute'
  })
  return calls
}

test('“I have added you” makes one attempt for each tap, also during a pause, and a return to the page makes none', async () => {
  phone = await customerPhone('not-friend')
  const page = phone.load()
  const phase = () => page.app.session.phase.value
  await inTime(page, () => expect(phase().kind).toBe('add-friend'))
  const calls = askingForAMinute()
  const lost = { host: 'api.line.me', path: '/friendship/v1/status', drop: 'before' as const }
  phone.headless.patch({ faults: [lost] })
  page.show()
  await pass(page, 30)
  const made = calls.length
  expect(made).toBeGreaterThan(0)
  page.show()
  await pass(page, 10)
  expect(calls).toHaveLength(made)
  expect(phase().kind).toBe('add-friend')
  for (const tap of [1, 2]) {
    page.app.session.retry()
    expect(phase().kind).toBe('add-friend')
    expect(page.app.session.waiting.value).toMatchObject({ on: 'server' })
    await pass(page, 10)
    const activities = calls.slice(made).filter(call => call === 'GET /api/master/activity')
    expect(activities).toHaveLength(tap)
  }
  phone.setFault(() => 'ok')
  phone.headless.patch({ faults: [] })
  phone.headless.setFriendship('friend')
  page.app.session.retry()
  await inTime(page, () => expect(phase().kind).toBe('register'))
})

test('a form that is sent during a pause is worth one attempt', async () => {
  phone = await customerPhone('friend')
  phone.headless.patch({ faults: [{ host: 'api.line.me', path: VERIFY, drop: 'before' }] })
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value.kind).toBe('register'))
  await pass(page, 20)
  const calls = askingForAMinute()
  await inTime(page, () => expect(calls).toContain('GET /api/master/activity'))
  await pass(page, 20)
  const consents = { consentTerms: 'true', consentPrivacy: 'true' } as const
  const form = { ...profileForm, ...consents, phone: '0812345678' } as Parameters<
    typeof page.app.session.register
  >[0]
  const send = async () => {
    const sent = page.app.session.register(form)
    await pass(page, 20)
    return sent
  }
  const made = calls.length
  expect(await send()).toMatchObject({ ok: false, failure: { status: 429 } })
  expect(calls.slice(made)).toContain('GET /api/master/activity')
  expect(page.app.session.phase.value.kind).toBe('register')
  phone.setFault(() => 'ok')
  phone.headless.patch({ faults: [] })
  expect(await send()).toMatchObject({ ok: true })
})

test('the activity is not polled during a pause of startup or of its own, even if a request is lost meanwhile', async () => {
  phone = await customerPhone('friend')
  await phone.register()
  const page = phone.load()
  const { campaign, session } = page.app
  await soon(() => expect(session.phase.value).toMatchObject({ kind: 'ready', online: true }))
  const calls = askingForAMinute()
  await campaign.load()
  expect(calls).toHaveLength(1)
  phone.setFault(({ url }) => {
    calls.push(url)
    return 'drop-request'
  })
  await campaign.poll()
  expect(calls).toHaveLength(1)
  await campaign.load()
  expect(calls).toHaveLength(2)
  await pass(page, 50)
  await campaign.poll()
  expect(calls).toHaveLength(2)
  await pass(page, 20)
  expect(calls.length).toBeGreaterThan(2)
  await phone.headless.open()
  const early = askingForAMinute()
  const next = phone.load()
  await soon(() => expect(early).toContain('GET /api/master/activity'))
  await pass(next, 5)
  const made = early.length
  await next.app.campaign.poll()
  expect(early).toHaveLength(made)
})

test.each(['wait-a-minute', 'down-for-a-minute', 'gateway-429-minute', 'gateway-503-minute'] as const)(
  '%s: a page that is reloaded within the minute asks nothing, and opens as before, until the minute is over',
  async fault => {
    for (const known of [false, true]) {
      phone = await customerPhone('friend')
      await phone.register()
      if (known) await firstVisit(phone)
      const calls: string[] = []
      phone.setFault(({ method, url }) => {
        const { pathname } = new URL(url)
        const isStartup = pathname === '/api/master/activity' || isSignIn(url)
        if (isStartup) calls.push(`${method} ${pathname}`)
        return isStartup ? fault : 'ok'
      })
      async function visit(seconds: number) {
        await phone.headless.open()
        const page = phone.load()
        page.app.home.prefetch()
        await pass(page, seconds)
        page.show()
        return page
      }
      const shown = { kind: known ? 'ready' : 'offline' }
      await visit(6)
      expect(calls.toSorted()).toEqual(['GET /api/master/activity', 'POST /api/visit'])
      for (const seconds of [1, 25, 25]) {
        const page = await visit(seconds)
        expect(page.app.session.phase.value).toMatchObject(shown)
        expect(calls).toHaveLength(2)
      }
      phone.setFault(() => 'ok')
      const page = await visit(1)
      await inTime(page, () =>
        expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true }),
      )
      await phone.server.close()
    }
  },
)

test('a reloaded page asks at once if the clock was set back since the server has named the time', async () => {
  for (const skew of [-60_000, -3 * HOUR_MS]) {
    phone = await customerPhone('friend')
    await phone.register()
    askingForAMinute()
    const first = phone.load()
    await soon(() => expect(first.app.session.phase.value.kind).toBe('offline'))
    phone.setSkew(skew)
    phone.setFault(() => 'ok')
    await phone.headless.open()
    const page = phone.load()
    await soon(() => expect(page.app.session.phase.value.kind).toBe('ready'))
    await phone.server.close()
  }
})
