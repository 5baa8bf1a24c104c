import { MARKETING_VERSION } from '#campaign/marketing.ts'
import type { Body } from '#contract/calls.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { type LegalDocument, legalDocuments, requireCurrent, versionOf } from '#server/campaign/legal.ts'
import type { Random } from '#server/random.ts'
import type { Db, Tables } from '#server/store/tables.ts'

export type ConsentKind = Tables['consent']['kind']
export type Consent = {
  readonly kind: ConsentKind
  readonly version: string
  readonly granted: boolean
  /** SHA-256 of the text that the customer saw. */
  readonly text?: string | undefined
}

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
  // Consents are ordered only by time, so each needs its own millisecond.
  const at = Math.max(now, Number(newest?.at ?? 0) + 1)
  const rows = consents.map(({ kind, version, granted, text = null }) => ({
    id: uuidv7(now, random.bytes(16)),
    customer_id: customerId,
    kind,
    version,
    granted: granted ? 1 : 0,
    text_sha256: text,
    at,
  }))
  await db.insertInto('consent').values(rows).execute()
}

/** Consents from earlier releases have the version of the privacy notice and are treated as this version. */
const FIRST_MARKETING_VERSION = 'marketing-1'

/** True if the customer agreed to the current version of the sentence. */
export function allowsMarketing(
  consent: { readonly version: string; readonly granted: boolean } | undefined,
): boolean {
  if (!consent?.granted) return false
  const version = consent.version.startsWith('marketing-') ? consent.version : FIRST_MARKETING_VERSION
  return version === MARKETING_VERSION
}

export async function customersWantingMarketing(
  db: Db,
  customerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanting = new Set<string>()
  if (customerIds.length === 0) return wanting
  const consents = await db
    .selectFrom('consent')
    .select(['customer_id', 'granted', 'version'])
    .where('kind', '=', 'marketing')
    .where('customer_id', 'in', [...customerIds])
    .orderBy('at')
    .orderBy('id')
    .execute()
  for (const { customer_id, granted, version } of consents)
    if (allowsMarketing({ granted: granted === 1, version })) wanting.add(customer_id)
    else wanting.delete(customer_id)
  return wanting
}

type Latest = { readonly version: string; readonly granted: boolean; readonly at: number }

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

export async function setMarketing(
  db: Db,
  customerId: string,
  granted: boolean,
  at: { now: number; random: Random },
): Promise<void> {
  const { marketing } = await latestConsents(db, customerId)
  // A consent to an earlier version can still be withdrawn.
  const unchanged = granted ? allowsMarketing(marketing) : marketing?.granted !== true
  if (unchanged) return
  await recordConsents(db, customerId, [{ kind: 'marketing', version: MARKETING_VERSION, granted }], at)
}

export const changedTexts = (
  campaign: Campaign,
  latest: Awaited<ReturnType<typeof latestConsents>>,
): LegalDocument[] =>
  legalDocuments.filter(document => latest[document]?.version !== versionOf(campaign, document))

/** Records that the customer agrees to the changed texts. Throws TERMS_CHANGED if the customer saw different texts. */
export async function agreeAgain(
  db: Db,
  customerId: string,
  shown: Body<'putConsents'>,
  at: { now: number; random: Random },
): Promise<void> {
  const campaign = await readCampaign(db)
  requireCurrent(campaign, shown)
  const texts = { terms: shown.termsSha256, privacy: shown.privacySha256 }
  const consents = changedTexts(campaign, await latestConsents(db, customerId)).map(kind => ({
    kind,
    version: versionOf(campaign, kind),
    granted: true,
    text: texts[kind],
  }))
  await recordConsents(db, customerId, consents, at)
}
