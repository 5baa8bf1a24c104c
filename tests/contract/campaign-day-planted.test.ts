import { expect, test } from 'vitest'
import { findDefect } from '#tests/campaign-day/plant.ts'
import { planted } from '#tests/campaign-day/planted.ts'

const SEARCH = { first: 1, seeds: 200, phones: 8 }
const AT_LEAST = 10
const MOST_STEPS = 15

test('the simulation finds ten of the twelve planted defects within 200 seeds, in stories of at most 15 steps', async () => {
  const found: Record<string, number> = {}
  for (const [name, { lines }] of Object.entries(planted)) {
    const defect = await findDefect(lines, SEARCH)
    if (defect) found[name] = defect.plan.steps.length
  }
  const missed = Object.keys(planted).filter(name => !(name in found))
  expect(Object.keys(found).length, `not found: ${missed.join(', ')}`).toBeGreaterThanOrEqual(AT_LEAST)
  for (const [name, steps] of Object.entries(found)) expect(steps, name).toBeLessThanOrEqual(MOST_STEPS)
}, 14_400_000)
