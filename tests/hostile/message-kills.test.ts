import { describe, expect, test } from 'vitest'
import { type KillRun, killRun } from '#tests/kit/kill-run/run.ts'
import { TEST_DATABASE_URL } from '#tests/kit/postgres.ts'

/** A small version of `npm run bench:messages`. */
const amount = { notifications: 240, kills: 6, lineKills: 2 }
const small = {
  ...{ ...amount, seed: 1, speed: 20 },
  faults: { loseAnswer: 0.03, loseRequest: 0.01, status500: 0.01, status429: 0.01 },
}

/** Expects exactly one correct outcome for each notification, and a run that was as hostile as intended. */
function expectExactlyOnce({ checked, line, kills, lineKills, busyKills, departed }: KillRun): void {
  expect(checked.problems).toEqual([])
  expect(checked).toMatchObject({
    ...{ expected: amount.notifications, lost: 0, doubled: 0, forbidden: 0, unsettled: 0 },
  })
  expect([kills, lineKills]).toEqual([amount.kills, amount.lineKills])
  expect(busyKills).toBeGreaterThan(0)
  expect(departed).toBeGreaterThan(0)
  expect(checked.undelivered).toBeGreaterThan(0)
  expect(line.repeated).toBeGreaterThan(0)
  expect(checked.delivered).toBeGreaterThan(amount.notifications * 0.8)
}

test(
  'no notification is lost or doubled while the server is killed as it sends',
  async () => expectExactlyOnce(await killRun({ ...small, dialect: 'sqlite' })),
  900_000,
)

describe.runIf(TEST_DATABASE_URL)('on PostgreSQL', () => {
  test(
    'no notification is lost or doubled while one of two servers is killed as they send',
    async () => expectExactlyOnce(await killRun({ ...small, dialect: 'postgres' })),
    900_000,
  )
})

test('the run finds a server that sends without retry keys', async () => {
  const defect = new URL('../fixtures/no-retry-key.mjs', import.meta.url).href
  const faults = { loseAnswer: 0.3, loseRequest: 0, status500: 0, status429: 0 }
  const { checked } = await killRun({
    ...{ dialect: 'sqlite', notifications: 40, kills: 1, lineKills: 0, seed: 1, speed: 20 },
    ...{ faults, defect },
  })
  expect(checked.doubled).toBeGreaterThan(0)
}, 900_000)
