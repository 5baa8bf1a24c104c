import { sql } from 'kysely'
import type { MessageKind } from '#contract/message-groups.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { Messaging, ServerDeps } from '#server/deps.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { sharedKinds } from '#server/message-queue/shared-kinds.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { LEASE_MS } from '../attempt.ts'
import { type Composing, composeMessage, whyNot } from '../compose.ts'
import { addMulticast, MEMBERS_MAX } from './rows.ts'

type Deps = Pick<ServerDeps, 'db' | 'log' | 'clock' | 'random'>
type Message = Tables['message']

/**
 * Combines due messages with identical content into multicasts, and returns the number of dropped outdated messages.
 * Messages with unique content are sent separately. Safe to run in several processes.
 */
export async function formMulticasts(deps: Deps, messaging: Messaging): Promise<number> {
  let dropped = 0
  const most = await mostMembers(deps.db)
  for (const kind of sharedKinds) {
    const reserved = await reserveMessages(deps.db, kind, deps.clock.now(), most)
    if (reserved.length > 0) dropped += await form(deps, messaging, reserved)
  }
  return dropped
}

/**
 * LINE rejects a multicast that exceeds the quota as a whole. If the quota was used up, the limit may have been raised
 * since.
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
  const now = clock.now()
  const composing = {
    liffId: messaging.liffId,
    now,
    hasWebhook: messaging.channelSecret != null,
  }
  const contents = new Map<string, Message[]>()
  const dropped = new Map<string, Message[]>()
  const failed: Message[] = []
  for (const row of reserved) {
    const content = await contentOf(deps, row, composing)
    if (content === undefined) {
      failed.push(row)
      continue
    }
    const why = await whyNot(db, row, { now, isTrue: content !== null })
    if (why !== null || content === null) add(dropped, why ?? '', row)
    else add(contents, content, row)
  }
  await inTransaction(db, async trx => {
    const settled_at = clock.now()
    for (const [reason, rows] of dropped)
      await theseOf(trx, rows).set({ state: 'dropped', reason, settled_at }).execute()
    for (const [content, rows] of contents) {
      if (rows.length === 1) continue
      const id = uuidv7(settled_at, random.bytes(16))
      await addMulticast(trx, { id, content }, settled_at)
      await theseOf(trx, rows).set({ multicast_id: id }).execute()
    }
    const single = [...contents.values()].filter(rows => rows.length === 1).flat()
    const alone = [...failed, ...single]
    if (alone.length > 0) await theseOf(trx, alone).set({ is_shared: 0, not_before: settled_at }).execute()
  })
  return [...dropped.values()].reduce((sum, rows) => sum + rows.length, 0)
}

const add = (groups: Map<string, Message[]>, name: string, row: Message): void => {
  const group = groups.get(name)
  if (group) group.push(row)
  else groups.set(name, [row])
}

/** Returns null if the message is out of date, or undefined on an error. */
async function contentOf(
  { db, log }: Deps,
  row: Message,
  composing: Composing,
): Promise<string | null | undefined> {
  try {
    const messages = await composeMessage(db, row, composing)
    return messages && JSON.stringify(messages)
  } catch (error) {
    // An error with one customer must not stop the others. This message is sent separately, where the error occurs
    // again.
    log.error({ err: error, kind: row.kind, subject: row.subject }, 'could not compose a LINE message')
    return undefined
  }
}

function theseOf(db: Db, rows: readonly Message[]) {
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
