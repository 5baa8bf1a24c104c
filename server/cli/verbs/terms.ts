import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { documentHash, type LegalDocument, legalDocuments, versionOf } from '#server/campaign/legal.ts'
import { textOption } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'

const MAX_LENGTH = 40
const names = { terms: 'terms', privacy: 'privacy notice' } as const satisfies Record<LegalDocument, string>

/** Verbs for the versions of the terms and the privacy notice. */
export const termsVerbs: readonly Verb[] = [
  {
    name: 'terms show',
    usage: '',
    summary: 'Show the versions of the terms and the privacy notice, and who has agreed to them.',
    help: ['Counts registered customers. Warns if a text was changed without a new version.'],
    args: { min: 0, max: 0 },
    run: async ({ db }) => shown(await readCampaign(db), db),
  },
  {
    name: 'terms set',
    usage: '[--terms VERSION] [--privacy VERSION] [--yes]',
    summary:
      'Give the terms or the privacy notice a new version, so that customers are asked to agree again.',
    help: [
      'First change the texts in campaign/, build and deploy. Then run this on the same release: it records which text the',
      'version belongs to. At their next start, customers who agreed to another version see what has changed. Until they',
      'agree, they can read, withdraw and leave, but not send anything new. What their phones already had to send is still',
      'accepted. If customers must agree again, the command only runs with --yes.',
      '',
      'Example: terms set --terms 2027-01 --yes',
    ],
    options: { terms: { type: 'string' }, privacy: { type: 'string' }, yes: { type: 'boolean' } },
    args: { min: 0, max: 0 },
    dryRun: true,
    run: set,
  },
]

async function set(context: Context): Promise<Outcome> {
  const { db, options, dryRun } = context
  const before = await readCampaign(db)
  const change: Partial<Campaign> = {}
  for (const document of legalDocuments) {
    const version = textOption(context, document)?.trim()
    if (version === undefined) continue
    requireNew(before, document, version)
    Object.assign(change, {
      [`${document}_version`]: version,
      [`${document}_sha256`]: documentHash(document),
    })
  }
  if (Object.keys(change).length === 0) throw new CliError('Nothing to set: give --terms or --privacy')
  const after = { ...before, ...change }
  const asked = await countAsked(db, after)
  if (asked > 0 && options.yes !== true && !dryRun)
    throw new CliError(`${asked} customers would have to agree again. To do this, add --yes.`)
  await db.updateTable('campaign').set(change).where('id', '=', before.id).execute()
  const outcome = await shown(after, db)
  const note = `${asked} customers are asked to agree again at their next start.`
  const versions = (campaign: Campaign) => ({
    terms: campaign.terms_version,
    privacy: campaign.privacy_version,
  })
  return {
    lines: [...outcome.lines, note],
    data: outcome.data,
    detail: { from: versions(before), to: versions(after), asked },
  }
}

/**
 * Throws CliError if this version cannot be set. The same version may be set again only to record the text of a version
 * that an older release has set.
 */
function requireNew(campaign: Campaign, document: LegalDocument, version: string): void {
  if (version === '' || version.length > MAX_LENGTH || /\p{Cc}/u.test(version))
    throw new CliError(`--${document}: must be a single line of 1 to ${MAX_LENGTH} characters`)
  if (version !== versionOf(campaign, document) || campaign[`${document}_sha256`] === null) return
  if (campaign[`${document}_sha256`] === documentHash(document))
    throw new CliError(`--${document}: the ${names[document]} already has the version ${version}`)
  throw new CliError(
    `--${document}: the text has changed since version ${version} was set, so it needs a new version`,
  )
}

async function shown(campaign: Campaign, db: Db): Promise<Outcome> {
  const registered = await countOf(db.selectFrom('customer').where('status', '=', 'registered'))
  const rows = []
  for (const document of legalDocuments) {
    const version = versionOf(campaign, document)
    const agreed = await countAgreed(db, document, version)
    rows.push({ document, version, agreed, asked: registered - agreed, text: textState(campaign, document) })
  }
  const lines = table(
    ['text', 'version', 'agreed', 'to be asked', 'state'],
    rows.map(row => [names[row.document], row.version, row.agreed, row.asked, row.text].map(String)),
  )
  return { lines, data: rows, detail: {} }
}

/** Compares the deployed text with the text that the version was recorded for. */
export function textState(
  campaign: Campaign,
  document: LegalDocument,
): 'current' | 'changed' | 'not recorded' {
  const recorded = campaign[`${document}_sha256`]
  if (recorded === null) return 'not recorded'
  return recorded === documentHash(document) ? 'current' : 'changed'
}

/** Selects registered customers whose latest consent to a document is for this version. */
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

const countAgreed = (db: Db, document: LegalDocument, version: string): Promise<number> =>
  countOf(agreedTo(db, document, version))

/** Counts the registered customers who have not agreed to the campaign's versions of both documents. */
async function countAsked(db: Db, campaign: Campaign): Promise<number> {
  const registered = await countOf(db.selectFrom('customer').where('status', '=', 'registered'))
  const both = agreedTo(db, 'terms', campaign.terms_version).where(
    'customer.id',
    'in',
    agreedTo(db, 'privacy', campaign.privacy_version).select('customer.id'),
  )
  return registered - (await countOf(both))
}
