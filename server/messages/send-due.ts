/**
 * The sender of LINE messages. Each request goes once through the stages, which end it early if nothing is left to send:
 *
 *                    one transaction
 *        ┌────────────────────────────────────┐
 *   due ─► lock ───► apply rules ───► claim ──┴─► compose ───► attempt ───► settle ──► sent, dead
 *    ▲    claim.ts   apply-rules.ts   claim.ts    compose-     attempt.ts   settle.ts
 *    │               │ drop           │           request.ts                │ no answer, not now, split
 *    │               │ postpone       │ crash     │ drop                    │
 *    └───────────────┴────────────────┴───────────┴─────────────────────────┘ due later, or dropped
 *
 * What an attempt's outcome does:
 *
 *   | outcome  | messages                                               | all sending           |
 *   |----------|--------------------------------------------------------|-----------------------|
 *   | accepted | sent                                                   | a finished pause ends |
 *   | refused  | dead                                                   |                       |
 *   | split    | due at once, each half or each message with a new key  |                       |
 *   | not-now  | due after the pause; a multicast is dissolved          | paused                |
 *   | unsure   | due after the pause, with the same key                 | paused                |
 *
 * Safe to run in several processes. The claim is committed before the request leaves, with its retry key and the mark
 * that LINE may have it. After a crash the lease ends, and the next attempt has the same key, so that LINE rejects a
 * second delivery.
 */

import type { Messaging, ServerDeps } from '#server/deps.ts'
import { groupBy } from '#server/group-by.ts'
import { isPaused } from '#server/message-queue/channel.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { applyRules } from './apply-rules.ts'
import { attemptRequest } from './attempt.ts'
import { type Claimed, claimRequest, lockRequest } from './claim.ts'
import { composeRequest } from './compose-request.ts'
import { formMulticasts } from './form-multicasts.ts'
import { dueMulticasts, dueSingle, dueUrgent, type Request } from './request.ts'
import { settleRequest } from './settle.ts'
import { ended, type Stage } from './stage.ts'

type Deps = Pick<ServerDeps, 'db' | 'line' | 'messaging' | 'log' | 'clock' | 'random'>

/** Customers served concurrently by one process (decision 037). */
const AT_ONCE = 4

export async function sendDueMessages(deps: Deps): Promise<number> {
  const { db, clock, messaging } = deps
  if (!messaging) return 0
  // Send urgent messages first. A multicast can exceed the remaining quota, and if LINE rejects it, all messages are
  // paused.
  let settled = await sendWhileDue(deps, messaging, dueUrgent)
  settled += await sendWhileDue(deps, messaging, dueMulticasts)
  if (await isPaused(db, clock.now())) return settled
  settled += await formMulticasts(deps, messaging)
  settled += await sendWhileDue(deps, messaging, dueMulticasts)
  return settled + (await sendAll(deps, messaging, await dueSingle(db, clock.now())))
}

type Due = (db: Db, now: number) => Promise<readonly Request[]>

async function sendWhileDue(deps: Deps, messaging: Messaging, dueNow: Due): Promise<number> {
  const { db, clock } = deps
  let settled = 0
  while (!(await isPaused(db, clock.now()))) {
    const due = await dueNow(db, clock.now())
    if (due.length === 0) break
    settled += await sendAll(deps, messaging, due)
  }
  return settled
}

/** Sends multicasts sequentially, and the messages to one customer in the order in which they are due. */
async function sendAll(deps: Deps, messaging: Messaging, due: readonly Request[]): Promise<number> {
  const { db, clock } = deps
  let settled = 0
  const queues = [...groupBy(due, queueOf).values()]
  const sendQueues = async () => {
    for (let queue = queues.shift(); queue; queue = queues.shift())
      for (const request of queue) {
        if (await isPaused(db, clock.now())) return
        const count = await sendRequest(deps, messaging, request)
        settled += count
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendQueues))
  return settled
}

const queueOf = ({ table, row }: Request): string => (table === 'message' ? row.customer_id : table)

async function sendRequest(deps: Deps, messaging: Messaging, due: Request): Promise<number> {
  const claimed = await claim(deps, due)
  if (claimed.next === null) return claimed.settled
  const composed = await composeRequest(deps, messaging, claimed.next)
  const settled = claimed.settled + composed.settled
  if (composed.next === null) return settled
  const outcome = await attemptRequest(deps.line, messaging, claimed.next, composed.next)
  return settled + (await settleRequest(deps, claimed.next, outcome))
}

/** Runs in one transaction, so that the rules see no message of another process. */
export const claim = ({ db, log, clock, random }: Omit<Deps, 'line' | 'messaging'>, due: Request) =>
  inTransaction(db, async (trx): Promise<Stage<Claimed>> => {
    const now = clock.now()
    const members = await lockRequest(trx, due)
    if (members === null) return ended()
    const { settled, next } = await applyRules(trx, due, members, { now, log })
    return { settled, next: next && (await claimRequest(trx, due, next, { now, random })) }
  })
