import { sql } from 'kysely'
import { type MessageKind, messageKind, messageKinds } from '#contract/message-groups.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { Messaging, ServerDeps } from '#server/deps.ts'
import { groupBy } from '#server/group-by.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { LEASE_MS } from '#server/store/leased.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { type Composing, composeMessage, whyNot } from './compose.ts'
import { addMulticast, MEMBERS_MAX, type Message } from './request.ts'

type Deps = Pick<ServerDeps, 'db' | 'log' | 'clock' | 'random'>

/**
 * Combines due messages with identical content into multicasts, and returns the number of dropped outdated messages.
 * Messages with unique content are sent separately. Safe to run in several processes.
 */
export async function formMulticasts(deps: Deps, messaging: Messaging): Promise<number> {
  let dropped = 0
  const most = await mostMembers(deps.db)
  for (const kind of messageKinds.filter(one => messageKind(one).isShared)) {
    const reserved = await reserveMessages(deps.db, kind, deps.clock.now(), most)
    if (reserved.length > 0) dropped += await form(deps, messaging, reserved)
  }
  return dropped
}

/**
 * Limits a multicast to the remaining quota, because LINE rejects it as a whole if it exceeds the quota. Ignores a
 * quota that is used up, because the limit may have been raised since.
 */
async function mostMembers(db: Db): Promise<number> {
  const { quota_limit = null, quota_used = null } = (await readChannel(db)) ?? {}
  const left = quota_limit === null || quota_used === null ? 0 : quota_limit - quota_used
  return left > 0 ? Math.min(MEMBERS_MAX, left) : MEMBERS_MAX
}

/** The conditions of `message_shared_idx`. They must be constants, or SQLite does not use the index. */
const isCandidate = sql<boolean>`state = 'waiting' and is_shared = 1 and multicast_id is null`

/**
 * Reserves due messages of one kind and subject by moving their `not_before`. After a crash, they are due again when
 * the lease expires.
 */
export function reserveMessages(
  db: Db,
  kind: MessageKind,
  now: number,
  most = MEMBERS_MAX,
): Promise<Message[]> {
  return inTransaction(db, async trx => {
    const first = await trx
      .selectFrom('message')
      .select('subject')
      .where(isCandidate)
      .where('kind', '=', kind)
      .where('not_before', '<=', now)
      .orderBy('not_before')
      .limit(1)
      .executeTakeFirst()
    if (!first) return []
    return (
      trx
        .updateTable('message')
        .set({ not_before: now + LEASE_MS })
        .where('kind', '=', kind)
        .where('subject', '=', first.subject)
        .where('customer_id', 'in', eb =>
          eb
            .selectFrom('message')
            .select('customer_id')
            .where(isCandidate)
            .where('kind', '=', kind)
            .where('not_before', '<=', now)
            .where('subject', '=', first.subject)
            .orderBy('not_before')
            .limit(most),
        )
        .where(isCandidate)
        // On PostgreSQL, another process may have reserved some of the messages since the subquery ran.
        .where('not_before', '<=', now)
        .returningAll()
        .execute()
    )
  })
}

async function form(deps: Deps, messaging: Messaging, reserved: readonly Message[]): Promise<number> {
  const { db, clock, random } = deps
  const { liffId, channelSecret } = messaging
  const composing = { liffId, now: clock.now(), hasWebhook: channelSecret != null }
  const formed: Formed[] = []
  for (const row of reserved) formed.push(await compose(deps, row, composing))
  const dropped = formed.filter(({ drop }) => drop !== null)
  const kept = formed.filter(({ drop }) => drop === null)
  await inTransaction(db, async trx => {
    const now = clock.now()
    for (const [reason, rows] of groupBy(dropped, ({ drop }) => drop ?? ''))
      await theseOf(trx, rows).set({ state: 'dropped', reason, settled_at: now }).execute()
    const alone: Formed[] = []
    for (const [content, rows] of groupBy(kept, one => one.content ?? '')) {
      if (rows.length === 1 || content === '') {
        alone.push(...rows)
        continue
      }
      const id = uuidv7(now, random.bytes(16))
      await addMulticast(trx, { id, content }, now)
      await theseOf(trx, rows).set({ multicast_id: id }).execute()
    }
    if (alone.length > 0) await theseOf(trx, alone).set({ is_shared: 0, not_before: now }).execute()
  })
  return dropped.length
}

/** `drop`: why the message is out of date. `content` is null then, or if composing failed. */
type Formed = { readonly row: Message; readonly content: string | null; readonly drop: string | null }

async function compose({ db, log }: Deps, row: Message, composing: Composing): Promise<Formed> {
  try {
    const messages = await composeMessage(db, row, composing)
    const drop = await whyNot(db, row, { now: composing.now, isTrue: messages !== null })
    return { row, content: messages && JSON.stringify(messages), drop }
  } catch (error) {
    // An error with one customer must not stop the others. This message is sent separately, where the error occurs
    // again.
    log.error({ err: error, kind: row.kind, subject: row.subject }, 'could not compose a LINE message')
    return { row, content: null, drop: null }
  }
}

function theseOf(db: Db, formed: readonly Formed[]) {
  const rows = formed.map(({ row }) => row)
  const { kind, subject, not_before } = rows[0] as Message
  return db
    .updateTable('message')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('not_before', '=', not_before)
    .where('state', '=', 'waiting')
    .where('multicast_id', 'is', null)
    .where(
      'customer_id',
      'in',
      rows.map(row => row.customer_id),
    )
}
