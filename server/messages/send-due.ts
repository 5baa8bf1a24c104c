import { assertNever } from '#contract/assert-never.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { ServerDeps } from '#server/deps.ts'
import { blockOf } from '#server/identity/block.ts'
import { pauseChannel, readChannel, resumeChannel } from '#server/message-queue/channel.ts'
import { hasBlockedAccount } from '#server/message-queue/reach.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { composeMessage } from './compose.ts'
import { composeDigest } from './compose-digest.ts'
import { settleMembers } from './digest.ts'
import { type Pushed, push } from './push.ts'
import type { Verdict } from './sending-rules.ts'
import { takeMessage } from './take-message.ts'

type Deps = Pick<ServerDeps, 'db' | 'line' | 'messaging' | 'log' | 'clock' | 'random'>
type Row = Tables['message']
type Claimed = Row & { readonly retry_key: string }

/** How long a process owns a message that it has claimed, in milliseconds. Longer than a request may take. */
const LEASE_MS = 2 * MINUTE_MS
/** LINE remembers a retry key for 24 hours. The hour less is for the request itself and clocks that differ. */
const KEY_LIFE_MS = 23 * HOUR_MS
/** A message that could not be sent for this long is dropped, because the customer has probably seen the result in the app. */
const STALE_MS = 3 * DAY_MS
const BATCH = 20

/**
 * Sends the LINE messages that are due and returns how many were settled. Several processes may do this at the same time: a
 * process claims a message by moving its `not_before` into the future, and stores the retry key in the same statement. If
 * the process dies, the claim expires and the next attempt has the same key, so that LINE refuses a second delivery.
 */
export async function sendDueMessages(deps: Deps): Promise<number> {
  const { db, clock, messaging } = deps
  if (!messaging) return 0
  let settled = 0
  for (const row of await dueMessages(db, clock.now())) {
    const channel = await readChannel(db)
    if (!channel || (channel.paused_until ?? 0) > clock.now()) break
    if (await sendMessage(deps, messaging, row)) settled += 1
  }
  return settled
}

function dueMessages(db: Db, now: number): Promise<Row[]> {
  return (
    db
      .selectFrom('message')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('not_before', '<=', now)
      // The members of a digest are sent with its message.
      .where('digest_lead', 'is', null)
      .orderBy('not_before')
      .limit(BATCH)
      .execute()
  )
}

async function sendMessage(
  deps: Deps,
  messaging: NonNullable<Deps['messaging']>,
  due: Row,
): Promise<boolean> {
  const { db, clock, line, log } = deps
  const taken = await takeMessage(due, {
    db,
    now: clock.now(),
    claim: trx => claim({ ...deps, db: trx }, due),
    apply: (trx, verdict) => applyVerdict({ ...deps, db: trx }, due, verdict),
  })
  if (taken.kind !== 'claimed') return taken.kind === 'drop'
  const { claimed, members } = taken
  // `due` says whether an earlier attempt is unsure; the claim has marked this one.
  if (due.unsure === 1 && claimed.retry_key !== due.retry_key) {
    log.error(
      { kind: due.kind, subject: due.subject },
      'LINE message given up without knowing whether LINE has it',
    )
    return settle(deps, claimed, 'dead', 'LINE has not said for 23 hours whether it accepted the message')
  }
  if (due.unsure === 0 && clock.now() - due.created_at > STALE_MS)
    return settle(deps, claimed, 'dropped', 'older than three days')
  const to = await lineUserOf(db, due.customer_id)
  if (to === null) return settle(deps, claimed, 'dropped', 'the customer cannot be reached')
  if (await hasBlockedAccount(db, to))
    return settle(deps, claimed, 'dropped', 'the customer has blocked the account in LINE')
  const { liffId } = messaging
  const messages =
    members.length > 0
      ? await composeDigest(db, [due, ...members], liffId)
      : await composeMessage(db, due, {
          liffId,
          now: clock.now(),
          hasWebhook: messaging.channelSecret != null,
        })
  if (!messages) return settle(deps, claimed, 'dropped', 'out of date')
  const { accessToken } = messaging
  const pushed = await push(line, { to, messages, retryKey: claimed.retry_key, accessToken })
  return record(deps, { claimed, before: due }, pushed)
}

async function applyVerdict(
  deps: Deps,
  due: Row,
  verdict: Exclude<Verdict, { kind: 'send' }>,
): Promise<void> {
  const { reason } = verdict
  if (verdict.kind === 'drop') await settle(deps, due, 'dropped', reason)
  else await postpone(deps, due, { delay: verdict.until - deps.clock.now(), unsure: 0, reason })
}

/** Claims a message for this process, with the retry key of its next attempt. Returns null if another process has it. */
async function claim({ db, clock, random }: Deps, row: Row): Promise<Claimed | null> {
  const now = clock.now()
  const isKeyValid = row.retry_key !== null && now - (row.key_at ?? 0) < KEY_LIFE_MS
  const retry_key = isKeyValid && row.retry_key !== null ? row.retry_key : uuidv7(now, random.bytes(16))
  const change = {
    not_before: now + LEASE_MS,
    attempts: row.attempts + 1,
    retry_key,
    key_at: isKeyValid ? row.key_at : now,
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
 * Selects a message for an update, unless another attempt has begun or it is settled. A message whose mailing was stopped
 * during the attempt is settled too.
 */
const rowOf = (db: Db, { kind, subject, customer_id, attempts }: Row) =>
  db
    .updateTable('message')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('customer_id', '=', customer_id)
    .where('attempts', '=', attempts)
    .where('state', 'in', ['waiting', 'held'])

/** Returns the LINE user id of a customer who takes part; null if there is none, or the organiser has blocked the customer. */
async function lineUserOf(db: Db, customerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('customer')
    .select(['line_user_id', 'status'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (row?.status !== 'registered' || (await blockOf(db, customerId))) return null
  return row.line_user_id
}

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
        { ...about, reason: pushed.reason },
        'LINE messages paused: LINE refuses the token or the rate',
      )
      const pause = { reason: pushed.why, retryAfterMs: pushed.retryAfterMs }
      const delay = await pauseChannel(db, pause, clock.now())
      // A new token ends the pause, and the message must not wait longer than that. LINE did not take this attempt, so only an
      // earlier one can be unsure.
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
): Promise<boolean> {
  const change = { state, reason, settled_at: clock.now() }
  await inTransaction(db, async trx => {
    const { numUpdatedRows } = await rowOf(trx, row)
      .set({ ...change, unsure: 0 })
      .executeTakeFirst()
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
