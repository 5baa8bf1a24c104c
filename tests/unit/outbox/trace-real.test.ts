import { expect, test } from 'vitest'
import { bugs } from '#tests/kit/chaos/bugs.ts'
import { generate } from '#tests/kit/chaos/generate.ts'
import { playRecorded } from '#tests/model/record.ts'

const STEPS = 25
const SEEDS = 40
const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1)

test('what the real outbox does in random histories is a behaviour of the model', async () => {
  const rejected: Record<string, unknown> = {}
  let events = 0
  for (const seed of seeds) {
    const { rejection, ...recorded } = await playRecorded(generate(seed, STEPS))
    events += recorded.events
    if (rejection !== null) rejected[`--only ${seed}`] = rejection
  }
  expect(rejected).toEqual({})
  expect(events).toBeGreaterThan(SEEDS * 50)
}, 120_000)

test.each(Object.entries(bugs))(
  'notices that the model does not allow: %s',
  async (_, plant) => {
    for (const seed of seeds) {
      const { rejection } = await playRecorded(generate(seed, STEPS), plant)
      if (rejection !== null) return
    }
    expect.fail('every trace is a behaviour of the model')
  },
  120_000,
)
