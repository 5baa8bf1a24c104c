import { beforeAll, expect, test } from 'vitest'
import { canonical, type SingleFault, singleFaults } from '#tests/kit/chaos/single-faults.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { playRecorded } from '#tests/model/record.ts'

/** One in this many single faults is played. Nightly runs play all of them. */
const every = inCircle({ push: 5, merge: 5, nightly: 1 })

let all: readonly SingleFault[] = []
beforeAll(async () => {
  all = await singleFaults()
})

test.each(Object.keys(canonical))(
  'survives single faults at every step: %s',
  async title => {
    const faults = all.filter(({ name }) => name.startsWith(`${title}:`)).filter((_, at) => at % every === 0)
    const failed: Record<string, unknown> = {}
    for (const { name, history, plant } of faults) {
      const { played, rejection } = await playRecorded(history, plant)
      if (played.problems.length > 0) failed[name] = played.problems
      // The outbox's recorded steps must also be possible in the model.
      if (rejection !== null) failed[name] = rejection
    }
    expect(failed).toEqual({})
    expect(faults.length * every).toBeGreaterThan(100)
  },
  240_000,
)
