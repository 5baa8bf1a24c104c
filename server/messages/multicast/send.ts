import { assertNever } from '#contract/assert-never.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { Messaging, ServerDeps } from '#server/deps.ts'
import { pauseChannel, resumeChannel } from '#server/message-queue/channel.ts'
import type { LineMessage } from '#server/messaging-client.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { isPaused } from '../paused.ts'
import { checkMessages, multicast, type Pushed } from '../push.ts'
import { readQuota } from '../read-quota.ts'
import { claimMulticast } from './claim.ts'
import {
  addMulticast,
  deleteMulticast,
  dissolveMulticast,
  type Multicast,
  membersFor,
  membersOf,
  settleMulticast,
} from './rows.ts'

type Deps = Pick<ServerDeps, 'db' | 'line' | 'log' | 'clock' | 'random'>

const BATCH = 10

/**
 * Sends the due multicasts and returns how many messages were settled. Safe to run in several processes. All attempts
 * send the same content, and reuse the retry key as long as LINE may have received the multicast.
 */
export async function sendMulticasts(deps: Deps, messaging: Messaging): Promise<number> {
  const { db, clock } = deps
  let settled = 0
  for (;;) {
    const due = await dueMulticasts(db, clock.now())
    if (due.length === 0) return settled
    for (const one of due) {
      if (await isPaused(db, clock.now())) return settled
      settled += await sendMulticast(deps, messaging, one)
    }
  }
}

export const dueMulticasts = (db: Db, now: number): Promise<Multicast[]> =>
  db
    .selectFrom('message_multicast')
    .selectAll()
    .where('not_before', '<=', now)
    .orderBy('not_before')
    .limit(BATCH)
    .execute()

async function sendMulticast(deps: Deps, messaging: Messaging, due: Multicast): Promise<number> {
  const { accessToken } = messaging
  const { claimed, to, settled } = await claimMulticast(deps, due)
  if (!claimed) return settled
  if (to.length === 0) {
    await deleteMulticast(deps.db, claimed)
    return settled
  }
  const messages = JSON.parse(claimed.content) as readonly LineMessage[]
  const sent = await multicast(deps.line, to, { messages, retryKey: claimed.retry_key, accessToken })
  // The remaining quota limits the size of the next multicasts.
  if (sent.kind === 'not-now' && (sent.why === 'quota' || sent.why === 'limit'))
    await readQuota({ ...deps, messaging })
  if (sent.kind !== 'refused') return settled + (await record(deps, { claimed, before: due }, sent))
  const checked = await checkMessages(deps.line, messages, accessToken)
  if (checked.kind === 'unknown')
    return settled + (await record(deps, { claimed, before: due }, { kind: 'unsure', reason: sent.reason }))
  deps.log.error({ multicast: due.id, members: to.length, reason: sent.reason }, 'LINE refuses a multicast')
  return settled + (await refused(deps, claimed, checked.kind === 'invalid' ? checked.reason : null))
}

type Attempt = { readonly claimed: Multicast; readonly before: Multicast }

async function record(
  deps: Deps,
  { claimed, before }: Attempt,
  sent: Exclude<Pushed, { kind: 'refused' }>,
): Promise<number> {
  const { db, clock, log } = deps
  const about = { multicast: claimed.id, attempts: claimed.attempts }
  switch (sent.kind) {
    case 'accepted': {
      const settled = await ifOwned(db, claimed, trx =>
        settleMulticast(trx, claimed, { state: 'sent', reason: null, settled_at: clock.now(), unsure: 0 }),
      )
      await resumeChannel(db, clock.now())
      return settled
    }
    case 'not-now': {
      const { why, retryAfterMs, reason } = sent
      log.error({ ...about, why, reason }, 'LINE messages paused: LINE did not accept the request')
      const delay = await pauseChannel(db, { reason: why, retryAfterMs }, clock.now())
      // A new token ends the pause, so do not postpone the messages for longer than the pause.
      const not_before = clock.now() + (why === 'token' ? 0 : delay)
      // LINE rejected this attempt, so only an earlier attempt may have been delivered.
      return ifOwned(db, claimed, trx =>
        before.unsure === 1
          ? postpone(trx, claimed, { not_before, reason })
          : dissolve(trx, claimed, { not_before, reason }),
      )
    }
    case 'unsure': {
      const { reason } = sent
      log.warn({ ...about, reason }, 'LINE messages: no answer, will retry with the same key')
      const delay = await pauseChannel(db, { reason: 'outage', retryAfterMs: null }, clock.now())
      return ifOwned(db, claimed, trx => postpone(trx, claimed, { not_before: clock.now() + delay, reason }))
    }
    default:
      return assertNever(sent)
  }
}

type Later = { readonly not_before: number; readonly reason: string }

async function postpone(db: Db, claimed: Multicast, { not_before, reason }: Later): Promise<number> {
  await db.updateTable('message_multicast').set({ not_before }).where('id', '=', claimed.id).execute()
  await membersFor(db, claimed).set({ reason }).execute()
  return 0
}

async function dissolve(db: Db, claimed: Multicast, later: Later): Promise<number> {
  await dissolveMulticast(db, claimed, later)
  return 0
}

/**
 * If LINE rejects the content, all messages become dead letters. If LINE rejects a user, the multicast is halved until
 * that user is the only one.
 */
const refused = ({ db, clock, random }: Deps, claimed: Multicast, reason: string | null): Promise<number> =>
  ifOwned(db, claimed, async trx => {
    const now = clock.now()
    if (reason !== null)
      return settleMulticast(trx, claimed, { state: 'dead', reason, settled_at: now, unsure: 0 })
    const members = await membersOf(trx, claimed)
    if (members.length <= 1) {
      await dissolveMulticast(trx, claimed, { not_before: now, reason: null, is_shared: 0, is_alone: 1 })
      return 0
    }
    const ids = members.map(row => row.customer_id)
    const middle = Math.ceil(ids.length / 2)
    for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
      const id = uuidv7(now, random.bytes(16))
      await addMulticast(trx, { id, content: claimed.content }, now)
      await membersFor(trx, claimed)
        .set({ multicast_id: id, unsure: 0 })
        .where('customer_id', 'in', half)
        .execute()
    }
    await deleteMulticast(trx, claimed)
    return 0
  })

/** Has no effect if a newer attempt has begun. */
const ifOwned = (db: Db, claimed: Multicast, change: (trx: Db) => Promise<number>): Promise<number> =>
  inTransaction(db, async trx => {
    const owned = await trx
      .updateTable('message_multicast')
      .set(eb => ({ attempts: eb.ref('attempts') }))
      .where('id', '=', claimed.id)
      .where('attempts', '=', claimed.attempts)
      .executeTakeFirst()
    return owned.numUpdatedRows === 1n ? change(trx) : 0
  })
