import { expect, test } from 'vitest'
import { guardRoute } from '#src/boot/route-guard.ts'
import { noNetwork } from '#src/startup/obstacle.ts'
import type { Phase } from '#src/startup/phase.ts'

const offline: Phase = { kind: 'offline', ...noNetwork }
const ready: Phase = { kind: 'ready', customerId: 'c', online: true }
const failed: Phase = { kind: 'failed', code: 'X', message: '', requestId: null }
const show = (phase: Phase, guard: Parameters<typeof guardRoute>[1], known = false, checking = false) => {
  const shown = guardRoute(phase, guard, known, checking)
  return shown.show === 'redirect' ? shown.to : shown.show
}

test('shows the loading screen on every route until startup has an outcome', () => {
  for (const guard of ['signed-in', 'readable', 'register', 'open'] as const) {
    expect(show({ kind: 'starting' }, guard)).toBe('startup')
    expect(show({ kind: 'leaving', to: 'line' }, guard)).toBe('startup')
  }
})

test('shows protected routes only to a signed-in customer', () => {
  expect(show(ready, 'signed-in')).toBe('screen')
  expect(show(failed, 'signed-in')).toBe('startup')
  expect(show(offline, 'signed-in')).toBe('startup')
  expect(show({ kind: 'signed-out', why: 'logged-out' }, 'readable')).toBe('startup')
  expect(show({ kind: 'register' }, 'signed-in')).toBe('/register')
})

test('shows open routes after a failed sign-in', () => {
  expect(show(failed, 'open')).toBe('screen')
  expect(show(offline, 'open')).toBe('screen')
  expect(show(offline, 'register')).toBe('startup')
})

test('shows no route outside LINE', () =>
  expect(show({ kind: 'not-in-line', url: 'https://liff.line.me/1' }, 'open')).toBe('startup'))

test('before and after the campaign, shows its screen on all routes except receipts', () => {
  expect(show({ kind: 'pending' }, 'signed-in')).toBe('/comingsoon')
  expect(show({ kind: 'ended' }, 'signed-in', true)).toBe('/endCampaign')
  expect(show({ kind: 'ended' }, 'readable', true)).toBe('screen')
  expect(show({ kind: 'ended' }, 'readable', false)).toBe('/endCampaign')
  expect(show({ kind: 'ended' }, 'readable', false, true)).toBe('startup')
  expect(show({ kind: 'ended' }, 'signed-in', false, true)).toBe('/endCampaign')
  expect(show({ kind: 'ended' }, 'open')).toBe('screen')
})

test('redirects a registered customer away from /register', () => {
  expect(show(ready, 'register')).toBe('/')
  expect(show({ kind: 'register' }, 'register')).toBe('screen')
})
