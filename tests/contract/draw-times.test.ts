import { expect, test } from 'vitest'
import { LATE_RECEIPT_MS } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { announceDraw } from '#server/draw/announce.ts'
import { promoteReserves } from '#server/draw/promote.ts'
import { runDraw } from '#server/draw/run.ts'
import { sealDraw } from '#server/draw/seal.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { campaignOf } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { at, PRIZES, ticketHolders } from '#tests/kit/draw.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)

/** Runs a step of the draw. Returns the code of the refusal, or null if the step succeeds. */
const tried = (step: (db: Db) => Promise<unknown>): Promise<string | null> =>
  inTransaction(server.db, step).then(
    () => null,
    error => error.code,
  )
const progress = { begin: () => undefined, step: () => undefined }

test('each step of the draw is refused before its time, to the millisecond', async () => {
  await ticketHolders(server, [3, 1, 1, 1, 1, 1])
  const { closes_at, confirm_by } = await campaignOf(server)
  const lastReceipt = closes_at + LATE_RECEIPT_MS
  const beacon = lastReceipt + HOUR_MS
  const commit = async (beaconAt: number) => {
    const promise = ['--beacon', 'รางวัลที่ 1', '--beacon-at', at(beaconAt), ...PRIZES]
    return (await organiser(server)('draw', 'commit', ...promise)).code
  }
  expect([await commit(closes_at), await commit(beacon)]).toEqual([1, 0])

  const seal = (now: number) =>
    tried(db => sealDraw(db, { leavePending: false, physical: false, advertised: [] }, now, progress))
  expect(await seal(closes_at - 1)).toBe('CAMPAIGN_NOT_ENDED')
  expect(await seal(lastReceipt)).toBe('LATE_RECEIPTS')
  expect(await seal(beacon)).toBe('BEACON_KNOWN')
  expect(await seal(lastReceipt + 1)).toBeNull()

  const draw = (now: number) =>
    tried(db => runDraw(db, '123456', { now, random: server.deps.random }, progress))
  expect(await draw(beacon - 1)).toBe('BEACON_NOT_YET')
  expect(await draw(beacon)).toBeNull()
  expect(await draw(beacon)).toBe('NOT_SEALED')

  const announce = (time: number) => tried(db => announceDraw(db, time, beacon))
  expect(await announce(confirm_by)).toBe('NO_TIME_TO_CONFIRM')
  expect(await announce(confirm_by - 1)).toBeNull()

  const promote = (confirmBy: number, now: number) => tried(db => promoteReserves(db, confirmBy, now))
  expect(await promote(confirm_by + DAY_MS, confirm_by - 2)).toBe('NOT_ANNOUNCED')
  expect(await promote(confirm_by - 1, confirm_by - 1)).toBe('CONFIRM_BY_PAST')
  expect(await promote(confirm_by, confirm_by - 1)).toBeNull()
})
