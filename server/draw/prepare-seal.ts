import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { currentDraw, lockCurrentDraw, promiseLine } from './current.ts'
import { copyRange, hashList, removeInvalid, ticketRanges } from './entries.ts'
import { createDigest } from './list-digest.ts'
import {
  countValid,
  type DrawProgress,
  type PreparedList,
  requireReviewed,
  requireSealable,
  type Sealing,
  sealedRow,
} from './seal.ts'

/**
 * Pause after each transaction. It is longer than a server's own pauses while waiting for the lock, so that customers'
 * writes get their turn.
 */
const PAUSE_MS = 25
/** Tickets added during the hashing require another hash. This is the maximum number of hashes. */
const MAX_HASHES = 5

/**
 * Copies and hashes the draw's list in short transactions, because a long one would block
 * customers' writes. After a crash, the next preparation corrects the list. Throws the same
 * refusals as `sealDraw`.
 */
export async function prepareSeal(
  db: Kysely<Tables>,
  sealing: Sealing,
  now: number,
  progress: DrawProgress,
): Promise<PreparedList> {
  const { campaign, draw } = await currentDraw(db)
  requireSealable(campaign, draw, sealing, now)
  await requireReviewed(db, sealing)
  progress.begin(2 * (await countValid(db)))
  await copyInSteps(progress.step, true)
  const sealed = await sealedRow(db, draw, sealing)
  for (let hashes = 1; ; hashes++) {
    const digest = createDigest()
    const step = hashes === 1 ? progress.step : () => progress.step(0)
    const list = await hashList(db, sealed, step, digest.add)
    const added = await copyInSteps(() => progress.step(0), false)
    if (added === 0 || hashes === MAX_HASHES)
      return { ...list, promise: promiseLine(sealed), digest: digest.end() }
  }

  async function copyInSteps(step: DrawProgress['step'], alsoRemove: boolean): Promise<number> {
    let added = 0
    for await (const range of ticketRanges(db)) {
      added += await inTransaction(db, async trx => {
        const current = await lockCurrentDraw(trx)
        requireSealable(current.campaign, current.draw, sealing, now)
        if (alsoRemove) await removeInvalid(trx, draw.id, range)
        return copyRange(trx, draw.id, range)
      })
      await step(range.count)
      await wait(PAUSE_MS)
    }
    return added
  }
}
