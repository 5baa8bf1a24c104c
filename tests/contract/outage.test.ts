import { expect, test } from 'vitest'
import { outage } from '#tests/kit/outage.ts'
import { prepareStore } from '#tests/kit/prepared.ts'
import { testDialect } from '#tests/kit/seeded.ts'

test.runIf(testDialect === 'postgres')(
  'answers 503 while the database is down, and recovers automatically without losing data',
  async () => {
    const store = await prepareStore('postgres', 100)
    const { answers, withoutRetryAfter, lost, recoveredMs } = await outage(store, {
      connections: 8,
      before: answered => answered(200, 40),
      during: answered => answered(503, 40),
      after: answered => answered(200, 40),
    }).finally(store.drop)
    const all = [...answers.before.keys(), ...answers.during.keys(), ...answers.after.keys()]
    expect(all.filter(status => status !== 200 && status !== 503)).toEqual([])
    expect([withoutRetryAfter, lost, recoveredMs >= 0]).toEqual([0, 0, true])
  },
  120_000,
)
