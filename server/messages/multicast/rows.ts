import type { Db, Tables } from '#server/store/tables.ts'

export type Multicast = Tables['message_multicast']
type Message = Tables['message']

/** LINE's limit for one request. */
export const MEMBERS_MAX = 500

export const membersFor = (db: Db, { id }: Pick<Multicast, 'id'>) =>
  db.updateTable('message').where('multicast_id', '=', id)

export const membersOf = (db: Db, { id }: Pick<Multicast, 'id'>): Promise<Message[]> =>
  db
    .selectFrom('message')
    .selectAll()
    .where('multicast_id', '=', id)
    .orderBy('customer_id')
    .orderBy('kind')
    .execute()

export async function addMulticast(
  db: Db,
  { id, content }: Pick<Multicast, 'id' | 'content'>,
  now: number,
): Promise<void> {
  await db
    .insertInto('message_multicast')
    .values({ id, content, not_before: now, attempts: 0, ...NOT_TRIED, created_at: now })
    .execute()
}

const NOT_TRIED = { retry_key: null, key_at: null, unsure: 0 }

/**
 * Must be called only for a multicast that LINE certainly does not have. Its content and recipients are determined
 * again when the messages are due.
 */
export async function dissolveMulticast(
  db: Db,
  multicast: Multicast,
  change: Pick<Message, 'not_before' | 'reason'> & Partial<Pick<Message, 'is_shared' | 'is_alone'>>,
): Promise<void> {
  await membersFor(db, multicast)
    .set({ ...change, multicast_id: null, unsure: 0 })
    .execute()
  await deleteMulticast(db, multicast)
}

export async function settleMulticast(
  db: Db,
  multicast: Multicast,
  change: Pick<Message, 'state' | 'reason' | 'settled_at' | 'unsure'>,
): Promise<number> {
  const { retry_key, key_at } = multicast
  const settled = await membersFor(db, multicast)
    .set({ ...change, retry_key, key_at, multicast_id: null })
    .executeTakeFirst()
  await deleteMulticast(db, multicast)
  return Number(settled.numUpdatedRows)
}

export async function deleteMulticast(db: Db, { id }: Pick<Multicast, 'id'>): Promise<void> {
  await db.deleteFrom('message_multicast').where('id', '=', id).execute()
}
