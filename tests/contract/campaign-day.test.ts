import { expect, test } from 'vitest'
import { loadSimulation } from '#tests/campaign-day/bundle.ts'
import { createChance } from '#tests/campaign-day/chance.ts'
import { makePlan } from '#tests/campaign-day/plan.ts'
import { readPlan, writePlan } from '#tests/campaign-day/saved-plan.ts'

const PHONES = 8
/** Each seed takes about three seconds of CPU time. The nightly run plays 2,000 seeds. */
const SEEDS = 20
/** Higher seeds that once broke a promise or ended the process. */
const BROKEN = [79, 108, 248, 251, 268, 371, 579, 1049]
const campaign = (seed: number) => makePlan(createChance(seed), seed, PHONES)
const { play } = await loadSimulation()

test.each([...Array.from({ length: SEEDS }, (_, n) => n + 1), ...BROKEN])(
  'seed %i: every promise is kept from joining to the deletion of the data',
  async seed => {
    const { trace, problems } = await play(campaign(seed))
    expect(problems, [`npm run campaign-day -- --seed ${seed}`, ...trace].join('\n')).toEqual([])
  },
)

test('a seed gives the same trace, byte for byte, on a disk and in another time zone', async () => {
  const plan = campaign(5)
  const first = await play(plan, { zone: 'Asia/Bangkok' })
  const second = await play(plan, { zone: 'America/New_York', place: 'disk' })
  expect(second.trace.join('\n')).toBe(first.trace.join('\n'))
})

test('a plan that was saved plays as the same campaign', () => {
  const plan = campaign(5)
  expect(readPlan(writePlan(plan))).toEqual(plan)
})

test.each([
  ['no JSON', 'the file is not valid JSON'],
  ['{"version":0}', 'the plan has version 0, this simulation plays version 4'],
  ['[]', 'the plan has version undefined, this simulation plays version 4'],
  ['{"version":4,"plan":{"seed":"x"}}', 'the file is not a plan'],
])('a file with %s is refused in one sentence', (text, refusal) => {
  expect(readPlan(text)).toBe(refusal)
})
