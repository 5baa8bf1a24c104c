import { expect, test } from 'vitest'
import { findDefect } from '#tests/campaign-day/plant.ts'
import { planted } from '#tests/campaign-day/planted.ts'

const SEARCH = { first: 1, seeds: 10, phones: 8 }
const MOST_STEPS = 15

test.each(Object.entries(planted).filter(([, { missed }]) => missed === undefined))(
  'the simulation finds %s within ten seeds, and tells it in at most 15 steps',
  async (_, { lines }) => {
    const defect = await findDefect(lines, SEARCH)
    expect(defect).not.toBeNull()
    expect(defect?.plan.steps.length).toBeLessThanOrEqual(MOST_STEPS)
  },
  1_200_000,
)
