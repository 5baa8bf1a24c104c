import { uuidv7 } from '#contract/uuidv7.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import type { Random } from '#server/random.ts'
import type { Db, Tables } from '#server/store/tables.ts'

export type ConsentKind = Tables['consent']['kind']
export type Consent = { readonly kind: ConsentKind; readonly version: string; readonly granted: boolean }

/** Appends to the record of what a customer agreed to or withdrew. Existing rows never change. */
export async function recordConsents(
  db: Db,
  customerId: string,
  consents: readonly Consent[],
  { now, random }: { now: number; random: Random },
): Promise<void> {
  if (consents.length === 0) return
  const newest = await db
    .selectFrom('consent')
    .select(eb => eb.fn.max('at').as('at'))
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  // Consents are ordered by time only, so two consents must not have the same millisecond.
  const at = Math.max(now, Number(newest?.at ?? 0) + 1)
  const rows = consents.map(({ kind, version, granted }) => ({
    id: uuidv7(now, random.bytes(16)),
    customer_id: customerId,
    kind,
    version,
    granted: granted ? 1 : 0,
    at,
  }))
  await db.insertInto('consent').values(rows).execute()
}

type Latest = { readonly version: string; readonly granted: boolean; readonly at: number }

/** Returns a customer's latest consent of each kind. */
export async function latestConsents(
  db: Db,
  customerId: string,
): Promise<Partial<Record<ConsentKind, Latest>>> {
  const rows = await db
    .selectFrom('consent')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const latest: Partial<Record<ConsentKind, Latest>> = {}
  for (const row of rows) latest[row.kind] = { version: row.version, granted: row.granted === 1, at: row.at }
  return latest
}

/** Records the customer's consent to marketing messages if it differs from the previous one. */
export async function setMarketing(
  db: Db,
  customerId: string,
  granted: boolean,
  at: { now: number; random: Random },
): Promise<void> {
  const { marketing } = await latestConsents(db, customerId)
  if ((marketing?.granted ?? false) === granted) return
  const { privacy_version: version } = await readCampaign(db)
  await recordConsents(db, customerId, [{ kind: 'marketing', version, granted }], at)
}
