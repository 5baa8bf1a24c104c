// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isWaiting } from '#contract/recent.ts'
import { HOUR_MS } from '#contract/time.ts'
import { backoff } from '#src/outbox/backoff.ts'
import { MAX_WAIT_MS } from '#src/outbox/limits.ts'
import { obstacleOf } from '#src/startup/obstacle.ts'
import { setCampaign } from '#tests/kit/activity.ts'
import { customerPhone, isSignIn } from '#tests/kit/customer-phone.ts'
import { inTime, soon } from '#tests/kit/in-time.ts'
import { activity, cached, facts, lineLost, loginLost, NOW, startup } from './world.ts'

/** Startup of a server that asks for a pause (`Retry-After`). */

type Phone = Awaited<ReturnType<typeof customerPhone>>
let phone: Phone

// Spec S8 logs LINE's errors to the console.
let errors: { mockClear(): unknown }
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(async () => {
  errors.mockClear()
  await phone?.server.close()
})

/** Opens the app once, so that the phone knows the customer. */
async function visited() {
  const page = phone.load()
  await soon(() => expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true }))
}

const [VERIFY, CERTS] = ['/oauth2/v2.1/verify', '/oauth2/v2.1/certs']
const lostServer = loginLost.outcome.obstacle
const early = { profile: cached.profile, exp: NOW / 1000 + 600 }
const launched = () => startup(facts({ earlyClaims: early, canInitLineEarly: true }))

test.each(['wait-a-minute', 'down-for-a-minute', 'gateway-429-minute', 'gateway-503-minute'] as const)(
  '%s: a server that asks for a minute is left alone for a minute',
  async fault => {
    for (const known of [false, true]) {
      phone = await customerPhone('friend')
      await phone.register()
      if (known) await visited()
      await phone.headless.open()
      const calls: string[] = []
      phone.setFault(({ method, url }) => {
        calls.push(`${method} ${new URL(url).pathname}`)
        return fault
      })
      const page = phone.load()
      page.app.home.prefetch()
      await inTime(page, () => expect(calls).toContain('POST /api/visit'))
      await inTime(page, () =>
        expect(page.app.session.phase.value).toMatchObject({ kind: known ? 'ready' : 'offline' }),
      )
      for (let second = 0; second < 50; second += 1) {
        page.pass(1000)
        page.show()
        if (page.app.session.phase.value.kind === 'offline') page.app.session.retry()
        await new Promise(setImmediate)
      }
      expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted())
      expect(calls).toContain('GET /api/master/activity')
      phone.setFault(() => 'ok')
      await inTime(page, () =>
        expect(page.app.session.phase.value).toMatchObject({ kind: 'ready', online: true }),
      )
      await phone.server.close()
    }
  },
)

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
    await visited()
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
        page.pass(1000)
        page.show()
        // LINE works again after some seconds.
        if (second === 5) phone.headless.patch({ faults: [] })
        for (let turn = 0; turn < 5 || phone.busy(); turn += 1) await new Promise(setImmediate)
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
      page.pass(1000)
      page.show()
      for (let turn = 0; turn < 5 || phone.busy(); turn += 1) await new Promise(setImmediate)
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
