// @vitest-environment node
import { beforeAll, expect, test } from 'vitest'
import { canonical, type SingleFault, singleFaults } from '#tests/kit/chaos/single-faults.ts'
import { playRecorded } from '#tests/model/record.ts'

let all: readonly SingleFault[] = []
beforeAll(async () => {
  all = await singleFaults()
})

test.each(Object.keys(canonical))(
  'survives every single fault at every step: %s',
  async title => {
    const faults = all.filter(({ name }) => name.startsWith(`${title}:`))
    const failed: Record<string, unknown> = {}
    for (const { name, history, plant } of faults) {
      const { played, rejection } = await playRecorded(history, plant)
      if (played.problems.length > 0) failed[name] = played.problems
      // What the outbox did must also be a behaviour of the model.
      if (rejection !== null) failed[name] = rejection
    }
    expect(failed).toEqual({})
    expect(faults.length).toBeGreaterThan(100)
  },
  240_000,
)
