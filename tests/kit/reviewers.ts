import type { Random } from '#server/random.ts'
import { nextForReviewer } from '#server/review/assign.ts'
import { decide } from '#server/review/decide.ts'
import type { Claim, Decision } from '#server/review/types.ts'
import type { TestServer } from './server.ts'

/** The length of a draw's random number, in bytes. Random ids and tokens are longer. */
const DRAW_BYTES = 4

/**
 * Returns a random source whose draws are all 0. The reviewer who asks is drawn for every receipt, and every decision
 * is drawn for a second look unless the percentage is 0.
 */
export const askerFirst = (random: Random): Random => ({
  bytes: length => (length === DRAW_BYTES ? new Uint8Array(DRAW_BYTES) : random.bytes(length)),
})

export const approved: Decision = { kind: 'approved' }
export const rejected: Decision = { kind: 'rejected', reason: 'BLURRY', note: null }

/** Returns functions that act as the reviewer of a given name. */
export function reviewers(server: TestServer) {
  const at = (reviewer: string) => ({
    reviewer,
    actor: reviewer,
    now: server.clock.now(),
    random: askerFirst(server.deps.random),
  })
  const next = (reviewer: string) => nextForReviewer(server.db, at(reviewer))
  const decideAs = (
    reviewer: string,
    claim: Claim | null,
    decision = approved,
    random = at(reviewer).random,
  ) =>
    decide(server.db, {
      ...at(reviewer),
      receiptId: claim?.receiptId ?? '',
      version: claim?.version ?? 0,
      decision,
      random,
    })
  /** Gets the reviewer's next receipt and decides it. */
  async function work(reviewer: string, decision: Decision, random?: Random) {
    const claim = await next(reviewer)
    if (!claim) throw new Error('no receipt is left')
    return decideAs(reviewer, claim, decision, random)
  }
  return { at, next, decideAs, work }
}
