import type { Selectable } from 'kysely'
import { refusalTexts } from '#server/draw/refusal-texts.ts'
import { ApiError } from '#server/errors.ts'
import { cancelCustomer } from '#server/identity/cancel.ts'
import { blockCustomer } from '#server/identity/change-block.ts'
import { setPreferences } from '#server/messages/preferences.ts'
import type { Random } from '#server/random.ts'
import type { Db, Tables } from '#server/store/tables.ts'

/**
 * `notErased`: the customers who have left but cannot be erased, each with the reason. `choices`: the consents and the
 * settings of LINE messages that customers have changed.
 */
export type TakenOver = {
  readonly receipts: number
  readonly erased: number
  readonly notErased: readonly string[]
  readonly blocked: number
  readonly choices: number
}

const PAGE = 200

/**
 * Applies the decisions made after a backup by copying them from the replaced database (`from`) to the restored one
 * (`to`). Erases the customers who have left since the backup, blocks those who were blocked, and keeps the other
 * customers' choices about messages. Adds missing rejected and removed receipts; otherwise phones would offer to send
 * them again. Customers who were unblocked since the backup stay blocked, because a late run must not unblock anyone.
 * `from` may have an earlier release's schema. `to` must be migrated, and must be a transaction.
 */
export async function takeOverDecisions(
  from: Db,
  to: Db,
  at: { readonly now: number; readonly random: Random },
): Promise<TakenOver> {
  let erased = 0
  const notErased: string[] = []
  const left = from.selectFrom('customer').selectAll().where('status', '=', 'cancelled')
  for await (const rows of pages(id => left.where('id', '>', id).orderBy('id').limit(PAGE).execute())) {
    const present = to.selectFrom('customer').select('id').where('status', '!=', 'cancelled')
    for (const { id } of await present.where('id', 'in', idsOf(rows)).execute()) {
      const why = await erase(
        to,
        id,
        rows.find(row => row.id === id),
        at,
      )
      if (why === null) erased += 1
      else notErased.push(`${id}: ${why}`)
    }
  }
  let receipts = 0
  const closed = from.selectFrom('receipt').selectAll().where('status', 'in', ['rejected', 'void'])
  for await (const rows of pages(id => closed.where('id', '>', id).orderBy('id').limit(PAGE).execute()))
    receipts += await addMissing(from, to, rows)
  let blocked = 0
  let choices = 0
  const registered = from.selectFrom('customer').select('id').where('status', '=', 'registered')
  for await (const rows of pages(id => registered.where('id', '>', id).orderBy('id').limit(PAGE).execute())) {
    const ids = await registeredAmong(to, idsOf(rows))
    if (ids.length === 0) continue
    blocked += await addBlocks(from, to, ids, at.now)
    choices += (await addConsents(from, to, ids)) + (await takeOverSettings(from, to, ids))
  }
  return { receipts, erased, notErased, blocked, choices }
}

const registeredAmong = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  idsOf(
    await db
      .selectFrom('customer')
      .select('id')
      .where('status', '=', 'registered')
      .where('id', 'in', [...ids])
      .execute(),
  )

async function addBlocks(from: Db, to: Db, ids: readonly string[], now: number): Promise<number> {
  const rows = await from
    .selectFrom('block')
    .selectAll()
    .where('customer_id', 'in', [...ids])
    .execute()
  let added = 0
  for (const { customer_id } of rows)
    if (typeof (await blockCustomer(to, { id: customer_id }, now)) === 'number') added += 1
  return added
}

async function addConsents(from: Db, to: Db, ids: readonly string[]): Promise<number> {
  const of = (db: Db) => db.selectFrom('consent').where('customer_id', 'in', [...ids])
  const known = new Set(idsOf(await of(to).select('id').execute()))
  const missing = (await of(from).selectAll().execute()).filter(({ id }) => !known.has(id))
  if (missing.length > 0) await to.insertInto('consent').values(missing).execute()
  return missing.length
}

async function takeOverSettings(from: Db, to: Db, ids: readonly string[]): Promise<number> {
  const of = (db: Db) =>
    db
      .selectFrom('message_preference')
      .selectAll()
      .where('customer_id', 'in', [...ids])
  const keyOf = (row: Row<'message_preference'>) => `${row.customer_id} ${row.message_group}`
  const known = new Map((await of(to).execute()).map(row => [keyOf(row), row.changed_at]))
  const newer = (await of(from).execute()).filter(row => row.changed_at > (known.get(keyOf(row)) ?? 0))
  for (const row of newer) {
    const { customer_id, message_group, is_on, changed_at } = row
    await setPreferences(to, customer_id, { [message_group]: is_on === 1 }, changed_at)
  }
  return newer.length
}

type Row<T extends keyof Tables> = Selectable<Tables[T]>

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

async function* pages<R extends { readonly id: string }>(
  load: (after: string) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (let page = await load(''); page.length > 0; page = await load(page.at(-1)?.id ?? '')) yield page
}

/** Returns the reason why the customer cannot be erased, or null. */
async function erase(
  to: Db,
  id: string,
  row: Row<'customer'> | undefined,
  at: { readonly now: number; readonly random: Random },
): Promise<string | null> {
  const { cancel_reason: reason, cancel_note: note } = row ?? {}
  try {
    await cancelCustomer(
      to,
      id,
      { reason: reason ?? undefined, note: note ?? undefined },
      { ...at, key: null },
    )
    return null
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'DRAW_SEALED' || error.code === 'PRIZE_SENT'))
      return refusalTexts[error.code]
    throw error
  }
}

/** Adds missing receipts and the rows of their photos if their customers exist. Returns the number of receipts. */
async function addMissing(from: Db, to: Db, rows: readonly Row<'receipt'>[]): Promise<number> {
  const known = await to.selectFrom('receipt').select('id').where('id', 'in', idsOf(rows)).execute()
  const customers = await to
    .selectFrom('customer')
    .select('id')
    .where(
      'id',
      'in',
      rows.map(row => row.customer_id),
    )
    .execute()
  const missing = rows.filter(
    row => !idsOf(known).includes(row.id) && idsOf(customers).includes(row.customer_id),
  )
  if (missing.length === 0) return 0
  await to.insertInto('receipt').values(missing).execute()
  const places = await from
    .selectFrom('receipt_image')
    .selectAll()
    .where('receipt_id', 'in', idsOf(missing))
    .execute()
  if (places.length === 0) return missing.length
  await to.insertInto('receipt_image').values(places).execute()
  const hashes = places.map(({ sha256 }) => sha256)
  const photos = await from.selectFrom('image').selectAll().where('sha256', 'in', hashes).execute()
  for (const photo of photos)
    await to
      .insertInto('image')
      .values(photo)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return missing.length
}

export const takenOverLines = ({ receipts, erased, notErased, blocked, choices }: TakenOver): string[] => [
  ...(receipts > 0 ? [`Receipts refused or removed since the backup and taken over: ${receipts}.`] : []),
  ...(erased > 0 ? [`Customers who have left since the backup and were erased again: ${erased}.`] : []),
  ...(blocked > 0 ? [`Customers who were blocked since the backup and blocked again: ${blocked}.`] : []),
  ...(choices > 0 ? [`Choices about LINE messages since the backup and taken over: ${choices}.`] : []),
  ...notErased.map(why => `Not erased again: ${why}`),
]
