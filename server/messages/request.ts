import { type ExpressionBuilder, sql } from 'kysely'
import { dueRows, updateOwned } from '#server/store/leased.ts'
import type { Db, Tables } from '#server/store/tables.ts'

export type Message = Tables['message']
type Multicast = Tables['message_multicast']

/**
 * One request to LINE, with the row that a process leases. A push sends to one customer: its row is a message, or the
 * first of the messages in a digest. A multicast sends the same content to many customers, whose messages refer to its
 * row.
 */
export type Request =
  | { readonly table: 'message'; readonly row: Message }
  | { readonly table: 'message_multicast'; readonly row: Multicast }

export const aboutRequest = ({ table, row }: Request) =>
  table === 'message'
    ? { kind: row.kind, subject: row.subject, attempts: row.attempts }
    : { multicast: row.id, attempts: row.attempts }

export const MEMBERS_MAX = 500

const SETTLED = ['sent', 'dropped', 'dead'] as const
const PUSHES = 20
const MULTICASTS = 10

/** The conditions of `message_single_idx`. They must be constants, or SQLite does not use the index. */
const isSingle = sql<boolean>`state = 'waiting' and is_shared = 0 and digest_lead is null`

/** The conditions of `message_urgent_idx`. These kinds are never part of a digest or multicast. */
const isUrgent = sql<boolean>`state = 'waiting' and kind in ('won', 'reserve-promoted', 'confirm-deadline')`

const duePushes = (condition: typeof isSingle) => async (db: Db, now: number) => {
  const due = dueRows(db, 'message', now).where(condition).orderBy('not_before').limit(PUSHES)
  return (await due.execute()).map((row): Request => ({ table: 'message', row }))
}

export const dueSingle = duePushes(isSingle)
export const dueUrgent = duePushes(isUrgent)

export async function dueMulticasts(db: Db, now: number): Promise<readonly Request[]> {
  const due = dueRows(db, 'message_multicast', now).orderBy('not_before').limit(MULTICASTS)
  return (await due.execute()).map(row => ({ table: 'message_multicast', row }))
}

export async function addMulticast(
  db: Db,
  { id, content }: Pick<Multicast, 'id' | 'content'>,
  now: number,
): Promise<void> {
  const notTried = { attempts: 0, retry_key: null, key_at: null, unsure: 0 }
  await db
    .insertInto('message_multicast')
    .values({ id, content, not_before: now, ...notTried, created_at: now })
    .execute()
}

/** Stored as `digest_lead` in the digest's other messages. */
export const leadOf = ({ kind, subject }: Pick<Message, 'kind' | 'subject'>): string => `${kind} ${subject}`

const isMember =
  ({ table, row }: Request) =>
  (eb: ExpressionBuilder<Tables, 'message'>) =>
    table === 'message_multicast'
      ? eb('multicast_id', '=', row.id)
      : eb.and([
          eb('customer_id', '=', row.customer_id),
          eb('state', 'not in', SETTLED),
          eb.or([
            eb.and([eb('kind', '=', row.kind), eb('subject', '=', row.subject)]),
            eb('digest_lead', '=', leadOf(row)),
          ]),
        ])

export const updateMembers = (db: Db, request: Request) => db.updateTable('message').where(isMember(request))

/** Returns the messages of a request. For a digest, the first one is the request's `row`. */
export async function membersOf(db: Db, request: Request): Promise<readonly Message[]> {
  const members = await db
    .selectFrom('message')
    .selectAll()
    .where(isMember(request))
    .orderBy('customer_id')
    .orderBy('created_at')
    .orderBy('subject')
    .execute()
  return request.table === 'message_multicast'
    ? members
    : members.toSorted((a, b) => Number(b.digest_lead === null) - Number(a.digest_lead === null))
}

export async function leaveOut(
  db: Db,
  request: Request,
  customerIds: readonly string[],
  change: Partial<Message>,
): Promise<void> {
  await updateMembers(db, request)
    .set({ ...change, multicast_id: null })
    .where('customer_id', 'in', customerIds)
    .execute()
}

export async function settleAll(
  db: Db,
  request: Request,
  change: Pick<Message, 'state' | 'reason' | 'settled_at' | 'unsure'>,
): Promise<number> {
  if (request.table === 'message') {
    await updateMembers(db, request).set(change).execute()
    return 1
  }
  const { retry_key, key_at } = request.row
  const settled = await updateMembers(db, request)
    .set({ ...change, retry_key, key_at, multicast_id: null })
    .executeTakeFirst()
  await deleteMulticast(db, request)
  return Number(settled.numUpdatedRows)
}

type Later = Pick<Message, 'not_before' | 'reason' | 'unsure'>

/**
 * Postpones a request, or dissolves a multicast that LINE certainly does not have: its content and recipients are
 * determined again when the messages are due.
 */
export async function postponeAll(
  db: Db,
  request: Request,
  { not_before, reason, unsure }: Later,
): Promise<void> {
  if (request.table === 'message_multicast' && unsure === 0)
    return dissolveMulticast(db, request, { not_before, reason })
  await updateOwned(db, request.table, request.row).set({ not_before, unsure }).execute()
  await updateMembers(db, request).set({ reason }).execute()
}

export async function dissolveMulticast(db: Db, request: Request, change: Partial<Message>): Promise<void> {
  await updateMembers(db, request)
    .set({ ...change, multicast_id: null, unsure: 0 })
    .execute()
  await deleteMulticast(db, request)
}

/** Deletes a multicast's row. A message's row remains as a record. */
export async function deleteMulticast(db: Db, { table, row }: Request): Promise<void> {
  if (table === 'message_multicast') await db.deleteFrom(table).where('id', '=', row.id).execute()
}
