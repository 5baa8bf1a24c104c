import { describe, expect, test } from 'vitest'
import { explore } from '#tests/model/explore.ts'
import { type Mutant, mutants, variants } from '#tests/model/mutants.ts'
import type { Config } from '#tests/model/state.ts'

/** A small model, so that this test takes seconds. `model-full.test.ts` explores everything together. */
const oneJob: Config = { owners: 2, jobs: 1, tabs: 2, failing: 1, pieces: 0, oneSubject: false }
const sizes: readonly (readonly [string, Config])[] = [
  ['two customers, two tabs, one job with a photo in three pieces', { ...oneJob, pieces: 3 }],
  ['two customers, two tabs, one job, and both tabs can lose their store', { ...oneJob, failing: 2 }],
  ['one customer, two tabs, two jobs on one subject', { ...oneJob, owners: 1, jobs: 2, oneSubject: true }],
]

describe('the model of the outbox', () => {
  test.each(sizes)(
    'keeps every promise and can always deliver: %s',
    (_, config) => {
      const { states, violation } = explore(config)
      expect(violation).toBeNull()
      expect(states).toBeGreaterThan(5000)
    },
    600_000,
  )

  test('keeps every promise without leaving out the details of settled jobs', () => {
    const [exact, merged] = [explore(oneJob, undefined, true), explore(oneJob)]
    expect(exact.violation).toBeNull()
    expect(exact.states).toBeGreaterThan(merged.states)
  })

  /** The larger models that some mutants need, because the smallest model cannot expose them. */
  const needs: { readonly [M in Mutant]?: Partial<Config> } = {
    skipsOffset: { pieces: 3 },
    refusedBlocks: { owners: 1, jobs: 2, oneSubject: true },
  }

  const named = Object.entries(mutants).map(([name, text]) => [text, name as Mutant] as const)

  // By default, the explorer merges the states of settled jobs. This must not hide a mistake.
  test.each(named)(
    'shows in at most nine steps why it matters if %s, whether or not states are counted as one',
    (_, name) => {
      for (const exact of [true, false]) {
        const { violation } = explore({ ...oneJob, ...needs[name] }, name, exact)
        expect(violation?.path.length).toBeGreaterThan(1)
        expect(violation?.path.length).toBeLessThanOrEqual(9)
      }
    },
    600_000,
  )

  test('names the steps of a mistake', () =>
    expect(explore(oneJob, 'keyNotStored', true).violation).toEqual({
      what: 'two effects',
      path: [
        'tab 1 signs in as A',
        'tab 1 stores (job 1)',
        'tab 1 claims (job 1)',
        'tab 1 sends (job 1)',
        'job 1 takes effect',
        'job 1 takes effect',
      ],
    }))

  test.each(['phoneIgnoresOwner', 'looser'] as const)('holds even with the variant %s', variant =>
    expect(explore(oneJob, variant, true).violation).toBeNull(),
  )

  test(`relies on the server's refusals being final: fails if ${variants.refusalLifted}`, () => {
    const { violation } = explore(oneJob, 'refusalLifted', true)
    expect(violation?.what).toBe('says refused without a refusal')
    expect(violation?.path.at(-1)).toBe('job 1 takes effect')
  })
})
