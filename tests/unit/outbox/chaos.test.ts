// @vitest-environment node
import { expect, test } from 'vitest'
import { chaos, type Toll } from '#tests/kit/chaos.ts'

/** `CHAOS_SEED` replays one history; `CHAOS_RUNS` sets the number of histories. */
const only = process.env.CHAOS_SEED
const runs = Number(process.env.CHAOS_RUNS ?? 20)
const seeds = only === undefined ? Array.from({ length: runs }, (_, i) => i + 1) : [Number(only)]
const STEPS = 25

test('delivers each write exactly once for its owner in random histories of failures', async () => {
  const failed: Record<string, Toll> = {}
  let jobs = 0
  for (const seed of seeds) {
    const toll = await chaos(seed, STEPS)
    jobs += toll.jobs
    const { lost, doubled, wrongOwner, hidden } = toll
    if (lost + doubled + wrongOwner + hidden > 0) failed[`CHAOS_SEED=${seed}`] = toll
  }
  expect(failed).toEqual({})
  expect(jobs).toBeGreaterThan(seeds.length * 5)
}, 600_000)
