import { sql } from 'kysely'
import { assertNever } from '#contract/assert-never.ts'
import type { Messaging, ServerDeps } from '#server/deps.ts'
import { pauseChannel, resumeChannel } from '#server/message-queue/channel.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { LEASE_MS, nextKey, STALE_MS } from './attempt.ts'
import { composeMessage, whyNot } from './compose.ts'
import { composeDigest } from './compose-digest.ts'
import { currentOf, settleMembers, splitDigest } from './digest.ts'
import { formMulticasts } from './multicast/form.ts'
import { sendMulticasts } from './multicast/send.ts'
import { isPaused } from './paused.ts'
import { type Pushed, push } from './push.ts'
import { readQuota } from './read-quota.ts'
import { recipientsOf } from './recipients.ts'
import type { Verdict } from './sending-rules.ts'
import { takeMessage } from './take-message.ts'

type Deps = Pick<ServerDeps, 'db' | 'line' | 'messaging' | 'log' | 'clock' | 'random'>
type Row = Tables['message']
type Claimed = Row & { readonly retry_key: string }

const BATCH = 20
/** Customers served concurrently by one process (decision 037). */
const AT_ONCE = 4

/**
 * Sends the due LINE messages and returns how many were settled. Safe to run in several processes: a single statement
 * claims a message by moving its `not_before` into the future, and stores the retry key. After a crash, the claim
 * expires and the next attempt reuses the key, so that LINE rejects a second delivery.
 */
export async function sendDueMessages(deps: Deps): Promise<number> {
  const { db, clock, messaging } = deps
  if (!messaging) return 0
  // Send urgent messages first. A multicast can exceed the remaining quota, and if LINE rejects it, all messages are
  // paused.
  let settled = await sendUrgent(deps, messaging)
  settled += await sendMulticasts(deps, messaging)
  if (await isPaused(db, clock.now())) return settled
  settled += await formMulticasts(deps, messaging)
  settled += await sendMulticasts(deps, messaging)
  return settled + (await sendSingle(deps, messaging, await dueMessages(db, clock.now())))
}

async function sendUrgent(deps: Deps, messaging: Messaging): Promise<number> {
  const { db, clock } = deps
  let settled = 0
  for (;;) {
    if (await isPaused(db, clock.now())) return settled
    const due = await dueUrgent(db, clock.now())
    const done = await sendSingle(deps, messaging, due)
    settled += done
    if (due.length < BATCH || done === 0) return settled
  }
}

/** Messages to one customer are sent sequentially, in the order in which they are due. */
async function sendSingle(deps: Deps, messaging: Messaging, due: readonly Row[]): Promise<number> {
  const { db, clock } = deps
  let settled = 0
  const queues = byCustomer(due)
  const sendQueues = async () => {
    for (let queue = queues.shift(); queue; queue = queues.shift())
      for (const row of queue) {
        if (await isPaused(db, clock.now())) return
        if (await sendMessage(deps, messaging, row)) settled += 1
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendQueues))
  return settled
}

function byCustomer(rows: readonly Row[]): Row[][] {
  const queues = new Map<string, Row[]>()
  for (const row of rows) {
    const queue = queues.get(row.customer_id)
    if (queue) queue.push(row)
    else queues.set(row.customer_id, [row])
  }
  return [...queues.values()]
}

/** The conditions of `message_single_idx`. They must be constants, or SQLite does not use the index. */
const isSingle = sql<boolean>`state = 'waiting' and is_shared = 0 and digest_lead is null`

export const dueMessages = (db: Db, now: number): Promise<Row[]> =>
  db
    .selectFrom('message')
    .selectAll()
    .where(isSingle)
    .where('not_before', '<=', now)
    .orderBy('not_before')
    .limit(BATCH)
    .execute()

/** The conditions of `message_urgent_idx`. These kinds are never part of a digest or multicast. */
const isUrgent = sql<boolean>`state = 'waiting' and kind in ('won', 'reserve-promoted', 'confirm-deadline')`

export const dueUrgent = (db: Db, now: number): Promise<Row[]> =>
  db
    .selectFrom('message')
    .selectAll()
    .where(isUrgent)
    .where('not_before', '<=', now)
    .orderBy('not_before')
    .limit(BATCH)
    .execute()

async function sendMessage(deps: Deps, messaging: Messaging, due: Row): Promise<boolean> {
  const { db, clock, line, log } = deps
  const taken = await takeMessage(due, {
    db,
    now: clock.now(),
    claim: trx => claim({ ...deps, db: trx }, due),
    apply: (trx, verdict) => applyVerdict({ ...deps, db: trx }, due, verdict),
  })
  if (taken.kind !== 'claimed') return taken.kind === 'drop'
  const { claimed, members } = taken
  // Check `due`, because the claim has already marked `claimed` as unsure.
  if (due.unsure === 1 && claimed.retry_key !== due.retry_key) {
    log.error(
      { kind: due.kind, subject: due.subject },
      'LINE message given up without knowing whether LINE has it',
    )
    const reason = 'LINE has not said for 23 hours whether it accepted the message'
    return settle(deps, claimed, 'dead', reason, 1)
  }
  const { lineUserId, obstacle } = (await recipientsOf(db, [due.customer_id]))(due.customer_id)
  if (lineUserId === null) return settle(deps, claimed, 'dropped', obstacle, due.unsure)
  const messages = await compose(deps, messaging, [due, ...members]).catch(error => {
    log.error({ err: error, kind: due.kind, subject: due.subject }, 'could not compose a LINE message')
    return undefined
  })
  if (messages === undefined) {
    if (due.unsure === 0 && clock.now() - due.created_at > STALE_MS)
      return settle(deps, claimed, 'dropped', 'an error of the server for three days')
    // LINE did not receive this attempt, so only an earlier attempt may have been delivered.
    await postpone(deps, claimed, { delay: LEASE_MS, unsure: due.unsure, reason: 'an error of the server' })
    return false
  }
  const why = await whyNot(db, due, { now: clock.now(), isTrue: messages !== null })
  // LINE may already have an unsure message, so retry it at any age while it is current.
  if (!messages || (why !== null && due.unsure === 0))
    return settle(deps, claimed, 'dropped', why, due.unsure)
  const { accessToken } = messaging
  const pushed = await push(line, lineUserId, { messages, retryKey: claimed.retry_key, accessToken })
  if (pushed.kind === 'refused' && members.length > 0) {
    log.error({ kind: due.kind, subject: due.subject, reason: pushed.reason }, 'LINE refuses a digest')
    await inTransaction(db, trx => splitDigest(trx, claimed, clock.now()))
    return false
  }
  return record(deps, { claimed, before: due }, pushed)
}

async function compose(
  { db, clock }: Deps,
  { liffId, channelSecret }: Messaging,
  [lead, ...members]: readonly [Row, ...Row[]],
) {
  if (members.length === 0)
    return composeMessage(db, lead, { liffId, now: clock.now(), hasWebhook: channelSecret != null })
  // A decision may have been undone since an attempt whose outcome is unknown.
  const current = await currentOf(db, [lead, ...members])
  return current.length === 0 ? null : composeDigest(db, current, liffId)
}

async function applyVerdict(
  deps: Deps,
  due: Row,
  verdict: Exclude<Verdict, { kind: 'send' }>,
): Promise<void> {
  const { reason } = verdict
  if (verdict.kind === 'drop') await settle(deps, due, 'dropped', reason, due.unsure)
  else await postpone(deps, due, { delay: verdict.until - deps.clock.now(), unsure: due.unsure, reason })
}

async function claim({ db, clock, random }: Deps, row: Row): Promise<Claimed | null> {
  const now = clock.now()
  const change = {
    ...nextKey(row, now, random),
    not_before: now + LEASE_MS,
    attempts: row.attempts + 1,
    unsure: 1,
  }
  const taken = await rowOf(db, row)
    .where('state', '=', 'waiting')
    .where('not_before', '=', row.not_before)
    .set(change)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n ? { ...row, ...change } : null
}

/**
 * Matches no row if a newer attempt has begun. Includes `held`, because the mailing may have been stopped during the
 * attempt.
 */
const rowOf = (db: Db, { kind, subject, customer_id, attempts }: Row) =>
  db
    .updateTable('message')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('customer_id', '=', customer_id)
    .where('attempts', '=', attempts)
    .where('state', 'in', ['waiting', 'held'])

type Attempt = { readonly claimed: Claimed; readonly before: Row }

async function record(deps: Deps, { claimed, before }: Attempt, pushed: Pushed): Promise<boolean> {
  const { db, clock, log } = deps
  const about = { kind: before.kind, subject: before.subject, attempts: claimed.attempts }
  switch (pushed.kind) {
    case 'accepted':
      await settle(deps, claimed, 'sent', null)
      await resumeChannel(db, clock.now())
      return true
    case 'refused':
      log.error({ ...about, reason: pushed.reason }, 'LINE message given up: LINE refuses it')
      return settle(deps, claimed, 'dead', pushed.reason)
    case 'not-now': {
      log.error(
        { ...about, why: pushed.why, reason: pushed.reason },
        'LINE messages paused: LINE did not accept the request',
      )
      if (pushed.why === 'quota') await readQuota(deps)
      const pause = { reason: pushed.why, retryAfterMs: pushed.retryAfterMs }
      const delay = await pauseChannel(db, pause, clock.now())
      // A new token ends the pause, so do not postpone the message for longer than the pause. LINE rejected this
      // attempt, so only an earlier attempt may have been delivered.
      const own = pushed.why === 'token' ? 0 : delay
      await postpone(deps, claimed, { delay: own, unsure: before.unsure, reason: pushed.reason })
      return false
    }
    case 'unsure': {
      log.warn({ ...about, reason: pushed.reason }, 'LINE message: no answer, will retry with the same key')
      const delay = await pauseChannel(db, { reason: 'outage', retryAfterMs: null }, clock.now())
      await postpone(deps, claimed, { delay, unsure: 1, reason: pushed.reason })
      return false
    }
    default:
      return assertNever(pushed)
  }
}

async function settle(
  { db, clock }: Deps,
  row: Row,
  state: 'sent' | 'dropped' | 'dead',
  reason: string | null,
  unsure = 0,
): Promise<boolean> {
  const change = { state, reason, settled_at: clock.now(), unsure }
  await inTransaction(db, async trx => {
    const { numUpdatedRows } = await rowOf(trx, row).set(change).executeTakeFirst()
    if (numUpdatedRows > 0n) await settleMembers(trx, row, change)
  })
  return true
}

async function postpone(
  { db, clock }: Deps,
  row: Row,
  { delay, unsure, reason }: { readonly delay: number; readonly unsure: number; readonly reason: string },
): Promise<void> {
  await rowOf(db, row)
    .set({ not_before: clock.now() + delay, unsure, reason })
    .execute()
}
