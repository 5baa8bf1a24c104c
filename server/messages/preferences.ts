import { type MessageGroup, type ServiceGroup, serviceGroups } from '#contract/message-groups.ts'
import type { MessageSettings } from '#contract/schema/message-settings.ts'
import { allowsMarketing, customersWantingMarketing, latestConsents } from '#server/identity/consents.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { lockParticipant } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'

/** Service messages are on unless the customer turned their group off. */
async function wantedGroups(db: Db, customerId: string): Promise<MessageSettings['groups']> {
  const off = await db
    .selectFrom('message_preference')
    .select('message_group')
    .where('customer_id', '=', customerId)
    .where('is_on', '=', 0)
    .execute()
  const isOn = (group: ServiceGroup) => !off.some(row => row.message_group === group)
  const { marketing } = await latestConsents(db, customerId)
  return {
    receipts: isOn('receipts'),
    draw: isOn('draw'),
    coupons: isOn('coupons'),
    news: allowsMarketing(marketing),
  }
}

export async function customersWanting(
  db: Db,
  customerIds: readonly string[],
  group: MessageGroup,
): Promise<ReadonlySet<string>> {
  if (group === 'news') return customersWantingMarketing(db, customerIds)
  const off = await db
    .selectFrom('message_preference')
    .select('customer_id')
    .where('customer_id', 'in', [...customerIds])
    .where('message_group', '=', group)
    .where('is_on', '=', 0)
    .execute()
  const unwilling = new Set(off.map(row => row.customer_id))
  return new Set(customerIds.filter(id => !unwilling.has(id)))
}

export const messageSettingsOf = async (db: Db, customerId: string): Promise<MessageSettings> => ({
  offered: (await readChannel(db)) !== undefined,
  reach: await reachOf(db, customerId),
  groups: await wantedGroups(db, customerId),
})

async function reachOf(db: Db, customerId: string): Promise<MessageSettings['reach']> {
  const row = await db
    .selectFrom('customer')
    .innerJoin('line_reach', 'line_reach.line_user_id', 'customer.line_user_id')
    .select('line_reach.is_following')
    .where('customer.id', '=', customerId)
    .executeTakeFirst()
  if (!row) return 'unknown'
  return row.is_following === 1 ? 'friend' : 'blocked'
}

/** Must run in a transaction. Throws UNAUTHORIZED if the customer has left. */
export async function setPreferences(
  db: Db,
  customerId: string,
  wanted: Partial<Readonly<Record<ServiceGroup, boolean | undefined>>>,
  now: number,
): Promise<void> {
  await lockParticipant(db, customerId)
  for (const group of serviceGroups) {
    const is = wanted[group]
    if (is === undefined) continue
    const change = { is_on: is ? 1 : 0, changed_at: now }
    await db
      .insertInto('message_preference')
      .values({ customer_id: customerId, message_group: group, ...change })
      .onConflict(conflict => conflict.columns(['customer_id', 'message_group']).doUpdateSet(change))
      .execute()
  }
}
