import { MINUTE_MS } from '#contract/time.ts'
import type { Messaging, ServerDeps } from '#server/deps.ts'
import type { LineMessage } from '#server/messaging-client.ts'
import { claimRow, dueRows, updateDue, updateOwned } from '#server/store/leased.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { effectOf } from './effect.ts'
import { reply } from './reply.ts'

type Deps = Pick<ServerDeps, 'db' | 'line' | 'messaging' | 'log' | 'clock'>
type Row = Tables['line_webhook_event']

const TABLE = 'line_webhook_event'
/** How long a process owns a reply, in milliseconds. Must be longer than any request, and shorter than a token's life. */
const REPLY_LEASE_MS = 30_000
/** LINE guarantees that a reply token works for one minute. */
const TOKEN_LIFE_MS = MINUTE_MS
const DELAY_MS = 2000
const MAX_ERRORS = 5
const BATCH = 50

/** Column values of a finished event, without personal data. */
const finished = { line_user_id: null, content: null, reply_token: null, reply: null }

/**
 * Safe to run in several processes. An event's effect and its reply are saved in one transaction;
 * the reply is sent afterwards and can be retried.
 */
export async function workOnEvents(deps: Deps): Promise<number> {
  const { messaging } = deps
  if (!messaging) return 0
  let steps = 0
  for (;;) {
    const rows = await dueEvents(deps)
    for (const row of rows)
      await (row.state === 'waiting' ? carryOut(deps, row) : sendReply(deps, messaging, row))
    steps += rows.length
    if (rows.length === 0) return steps
  }
}

const dueEvents = ({ db, clock }: Deps): Promise<Row[]> =>
  dueRows(db, TABLE, clock.now())
    .where('state', 'in', ['waiting', 'replying'])
    .orderBy('at')
    .orderBy('received_at')
    .limit(BATCH)
    .execute()

/** Matches no row if another process has taken the event or the user's data was erased. */
const takeEvent = (db: Db, row: Row) => updateDue(db, TABLE, row).where('state', '=', 'waiting')

async function carryOut(deps: Deps, row: Row): Promise<void> {
  const { db, clock, log, messaging } = deps
  const now = clock.now()
  try {
    await inTransaction(db, async trx => {
      // Update the event first, so that other processes wait for this transaction.
      const taken = await takeEvent(trx, row).set({ state: 'done', attempts: 0 }).executeTakeFirst()
      if (taken.numUpdatedRows !== 1n) return
      const messages = await effectOf(trx, row, { now, liffId: messaging?.liffId ?? '' })
      const answer =
        messages === null || row.reply_token === null
          ? finished
          : { state: 'replying' as const, content: null, reply: JSON.stringify(messages) }
      await trx.updateTable(TABLE).where('id', '=', row.id).set(answer).execute()
    })
  } catch (error) {
    // An error in one event must not stop the others. If the database is down, this update throws.
    const isLast = row.attempts + 1 >= MAX_ERRORS
    log.error({ err: error, event: row.id, kind: row.kind }, 'could not work on an event of LINE')
    await takeEvent(db, row)
      .set({
        attempts: row.attempts + 1,
        not_before: now + DELAY_MS,
        ...(isLast ? { ...finished, state: 'failed' } : {}),
      })
      .execute()
  }
}

async function sendReply(deps: Deps, { accessToken }: Messaging, row: Row): Promise<void> {
  const { db, clock, line, log } = deps
  const claimed = await claimRow(db, TABLE, row, { not_before: clock.now() + REPLY_LEASE_MS })
  if (!claimed) return
  const messages = JSON.parse(row.reply ?? '[]') as readonly LineMessage[]
  const replied = await reply(line, { replyToken: row.reply_token ?? '', messages, accessToken })
  const isLate = clock.now() - row.received_at >= TOKEN_LIFE_MS
  // If the response to an earlier attempt was lost, LINE rejects the token as already used.
  if (replied.kind !== 'accepted') {
    const about = { event: row.id, kind: row.kind, attempts: claimed.attempts, reason: replied.reason }
    log.warn({ ...about, isFinal: replied.kind === 'refused', isLate }, 'could not answer an event of LINE')
  }
  await updateOwned(db, TABLE, claimed)
    .set(
      replied.kind === 'retry' && !isLate
        ? { not_before: clock.now() + DELAY_MS }
        : { ...finished, state: 'done' },
    )
    .execute()
}
