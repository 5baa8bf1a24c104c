import { beforeAll, expect, test, vi } from 'vitest'
import { loading } from '#src/i18n/th/loading.ts'
import { startup } from '#src/i18n/th/startup.ts'
import { loadScreens } from '#tests/kit/chaos/screens.tsx'
import { playStartup, singleStartupFaults, startupHistory } from '#tests/kit/chaos/startup.tsx'
import { allTruths, never, startupTruths } from '#tests/kit/chaos/startup-truths.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

const SEEDS = inCircle({ push: 8, merge: 20, nightly: 100 })
/** Texts of startup's screens that only name an action or a value. */
const labels = [
  'start.notInLine.scan',
  'start.notInLine.open',
  'start.notInLine.qr',
  'start.addFriend.open',
  'start.addFriend.done',
  'start.clock.phone',
  'start.clock.server',
  'start.signedOut.open',
]

beforeAll(async () => {
  for (const lang of ['th', 'en'] as const) await loadScreens(lang)
})

test('every text of startup has its truth or is a label', () => {
  const keys = Object.keys({ ...loading, ...startup }).filter(key => key.startsWith('start.'))
  const known = [...Object.keys(startupTruths), ...labels]
  expect(known.toSorted()).toEqual(keys.toSorted())
})

/** The sentences that the failures in these histories can make true. */
const possible = Object.entries(allTruths).flatMap(([key, truth]) => (truth === never ? [] : [key]))

test('startup says nothing untrue, takes nothing away, and recovers', async () => {
  // By spec S8, the app logs LINE's errors to the console.
  const errors = vi.spyOn(console, 'error').mockReturnValue(undefined)
  atTestEnd(async () => void errors.mockClear())
  const failed: Record<string, readonly string[]> = {}
  const seen = new Set<string>()
  const histories = [
    ...singleStartupFaults,
    ...Array.from({ length: SEEDS }, (_, i) => startupHistory(i + 1)),
  ]
  for (const [i, history] of histories.entries()) {
    const problems = await playStartup(history, i % 2 === 0 ? 'th' : 'en', key => seen.add(key))
    if (problems.length > 0) failed[JSON.stringify(history)] = problems
  }
  expect(failed).toEqual({})
  expect([...seen].toSorted()).toEqual(possible.toSorted())
}, 300_000)
