import { expect, test } from 'vitest'
import { bugs, falseSentences, lostCopies } from '#tests/kit/chaos/bugs.ts'
import { generate } from '#tests/kit/chaos/generate.ts'
import { describe, type History } from '#tests/kit/chaos/history.ts'
import { play } from '#tests/kit/chaos/play.ts'
import { returns } from '#tests/kit/chaos/returns.ts'
import { shrink } from '#tests/kit/chaos/shrink.ts'

const MAX_SEEDS = 30
const MAX_STEPS = 8

test.each(Object.entries({ ...bugs, ...lostCopies, ...falseSentences }))(
  'finds a planted bug and shows it in at most 8 steps: %s',
  async (_, plant) => {
    const problemsOf = async (history: History) => (await play(history, plant)).problems
    const seeds = Array.from({ length: MAX_SEEDS }, (_, i) => i + 1)
    let found: History | null = null
    for (const seed of seeds) {
      found ??= (await problemsOf(generate(seed, 25))).length > 0 ? generate(seed, 25) : null
      if (found !== null) break
    }
    if (found === null) throw new Error(`${MAX_SEEDS} histories did not show the bug`)
    const kinds = new Set((await problemsOf(found)).map(({ kind }) => kind))
    const small = await shrink(found, async candidate =>
      (await problemsOf(candidate)).some(({ kind }) => kinds.has(kind)),
    )
    expect(small.steps.length, describe(small)).toBeLessThanOrEqual(MAX_STEPS)
    // Without the bug, the history passes, so it fails only because of the bug.
    expect((await play(small)).problems).toEqual([])
    const replayed = JSON.parse(JSON.stringify(small)) as History
    expect(await problemsOf(replayed)).toEqual(await problemsOf(small))
  },
  60_000,
)

test.each(Object.entries(returns))('finds a job that comes back: %s', async (_, { plant, history }) => {
  expect((await play(history)).problems).toEqual([])
  const { problems } = await play(history, plant)
  expect(problems.map(({ kind }) => kind)).toContain('returned')
})
