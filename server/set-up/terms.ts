import type { Campaign } from '#server/campaign/clock.ts'
import { documentHash, type LegalDocument, legalDocuments, versionOf } from '#server/campaign/legal.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { SetUpRefusal } from './refusal.ts'

const VERSION_MAX = 40
export const documentNames = {
  terms: 'terms',
  privacy: 'privacy notice',
} as const satisfies Record<LegalDocument, string>

export type Versions = Partial<Readonly<Record<LegalDocument, string | undefined>>>
type VersionChange = Partial<
  Pick<Campaign, 'terms_version' | 'privacy_version' | 'terms_sha256' | 'privacy_sha256'>
>

/** Returns the columns to update. Throws SetUpRefusal if a version cannot be set. */
export function plannedVersions(before: Campaign, versions: Versions): VersionChange {
  const change: VersionChange = {}
  for (const document of legalDocuments) {
    const version = versions[document]?.trim()
    if (version === undefined) continue
    requireNew(before, document, version)
    Object.assign(change, {
      [`${document}_version`]: version,
      [`${document}_sha256`]: documentHash(document),
    })
  }
  if (Object.keys(change).length === 0)
    throw new SetUpRefusal('NOTHING', 'Nothing to set: give --terms or --privacy')
  return change
}

/**
 * Throws SetUpRefusal if this version cannot be set. The current version can only be set again to record its text, if
 * an older release set it without one.
 */
function requireNew(campaign: Campaign, document: LegalDocument, version: string): void {
  if (version === '' || version.length > VERSION_MAX || /\p{Cc}/u.test(version))
    throw new SetUpRefusal(
      'BOUNDS',
      `--${document}: must be a single line of 1 to ${VERSION_MAX} characters`,
      {
        field: document,
        min: 1,
        max: VERSION_MAX,
      },
    )
  if (version !== versionOf(campaign, document) || campaign[`${document}_sha256`] === null) return
  if (campaign[`${document}_sha256`] === documentHash(document))
    throw new SetUpRefusal(
      'VERSION_SAME',
      `--${document}: the ${documentNames[document]} already has the version ${version}`,
      { field: document, version },
    )
  throw new SetUpRefusal(
    'TEXT_CHANGED',
    `--${document}: the text has changed since version ${version} was set, so it needs a new version`,
    { field: document, version },
  )
}

export function textState(
  campaign: Campaign,
  document: LegalDocument,
): 'current' | 'changed' | 'not recorded' {
  const recorded = campaign[`${document}_sha256`]
  if (recorded === null) return 'not recorded'
  return recorded === documentHash(document) ? 'current' : 'changed'
}

const agreedTo = (db: Db, document: LegalDocument, version: string) =>
  db
    .selectFrom('customer')
    .innerJoin('consent', 'consent.customer_id', 'customer.id')
    .where('customer.status', '=', 'registered')
    .where('consent.kind', '=', document)
    .where('consent.version', '=', version)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('consent as later')
            .select('later.id')
            .whereRef('later.customer_id', '=', 'consent.customer_id')
            .whereRef('later.kind', '=', 'consent.kind')
            .whereRef('later.at', '>', 'consent.at'),
        ),
      ),
    )

export const countRegistered = (db: Db): Promise<number> =>
  countOf(db.selectFrom('customer').where('status', '=', 'registered'))

export const countAgreed = (db: Db, document: LegalDocument, version: string): Promise<number> =>
  countOf(agreedTo(db, document, version))

/** Counts the registered customers who have not agreed to the current versions of both documents. */
export async function countAsked(db: Db, campaign: Campaign): Promise<number> {
  const both = agreedTo(db, 'terms', campaign.terms_version).where(
    'customer.id',
    'in',
    agreedTo(db, 'privacy', campaign.privacy_version).select('customer.id'),
  )
  return (await countRegistered(db)) - (await countOf(both))
}

/** Returns the versions of a document, newest first, each with how many customers agreed. */
export async function versionsAgreed(db: Db, document: LegalDocument) {
  const rows = await db
    .selectFrom('consent')
    .select(['version'])
    .select(eb => [
      eb.fn.min<number>('at').as('firstAt'),
      eb.fn.count<number>('customer_id').distinct().as('customers'),
    ])
    .where('kind', '=', document)
    .where('granted', '=', 1)
    .groupBy('version')
    .execute()
  return rows
    .map(row => ({ version: row.version, firstAt: Number(row.firstAt), customers: Number(row.customers) }))
    .sort((a, b) => b.firstAt - a.firstAt)
}
