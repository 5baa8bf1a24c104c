import { expect, test } from 'vitest'
import { LINE_HOLD_MS } from '#src/startup/limits.ts'
import { noNetwork } from '#src/startup/obstacle.ts'
import { emptyBuffer } from '#src/startup/reorder-buffer.ts'
import type { StartupState } from '#src/startup/types.ts'
import { createLineHold, serverDecides } from '#src/state/line-hold.ts'

const asked = { ...emptyBuffer, requested: ['init', 'login'] as const }
const answered = {
  type: 'signed-in',
  run: 1,
  now: 0,
  outcome: { kind: 'unreachable', obstacle: noNetwork },
} as const

const state = (change: Partial<StartupState>) =>
  ({ phase: { kind: 'starting' }, step: 'activity', buffer: asked, ...change }) as StartupState

test.each<[boolean, string, Partial<StartupState>]>([
  [true, 'both answers are missing', {}],
  [true, 'the campaign is open and the sign-in is missing', { step: 'init' }],
  [true, 'the sign-in is answered and the activity is missing', { buffer: { ...asked, login: answered } }],
  [false, 'the sign-in has failed', { step: 'init', buffer: { ...asked, login: answered } }],
  [false, 'the sign-in needs LINE', { buffer: { ...emptyBuffer, requested: ['init'] } }],
  [false, 'a screen is shown', { phase: { kind: 'register' } }],
  [false, 'the server cannot be reached', { phase: { kind: 'offline', ...noNetwork }, step: 'settled' }],
])('holds LINE back: %s, if %s', (held, _, change) => expect(serverDecides(state(change))).toBe(held))

test('starts LINE once: when the server has decided, or after the limit', () => {
  let now = state({})
  const timers: { ms: number; run: () => void }[] = []
  const hold = createLineHold(() => now, { after: (ms, run) => timers.push({ ms, run }) })
  let started = 0
  hold.hold(() => {
    started += 1
  })
  hold.check()
  expect(started).toBe(0)
  now = state({ phase: { kind: 'register' } })
  hold.check()
  expect(started).toBe(1)
  timers[0]?.run()
  expect(started).toBe(1)

  now = state({})
  hold.hold(() => {
    started += 1
  })
  expect(timers.map(({ ms }) => ms)).toEqual([LINE_HOLD_MS, LINE_HOLD_MS])
  timers[1]?.run()
  expect(started).toBe(2)
})
