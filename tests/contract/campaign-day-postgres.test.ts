import { expect, test } from 'vitest'
import { loadSimulation } from '#tests/campaign-day/bundle.ts'
import { createChance } from '#tests/campaign-day/chance.ts'
import { makePlan } from '#tests/campaign-day/plan.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { testDialect } from '#tests/kit/seeded.ts'

const SEEDS = inCircle({ push: 1, merge: 2, nightly: 12 })
const PHONES = 8

test.runIf(testDialect === 'postgres')(
  `on PostgreSQL, the campaigns of ${SEEDS} seeds keep every promise`,
  async () => {
    const { play } = await loadSimulation()
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { trace, problems } = await play(makePlan(createChance(seed), seed, PHONES), {
        place: 'postgres',
      })
      const again = `npm run campaign-day -- --seed ${seed} --place postgres`
      expect(problems, [again, ...trace].join('\n')).toEqual([])
    }
  },
  SEEDS * 120_000,
)
