import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { legalDocuments, versionOf } from '#server/campaign/legal.ts'
import { runAction } from '#server/cli/action-verb.ts'
import { textOption } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import type { Progress } from '#server/cli/terminal-types.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { withProgress } from '#server/cli/with-progress.ts'
import { countAgreed, countRegistered, documentNames, textState } from '#server/set-up/terms.ts'
import type { Db } from '#server/store/tables.ts'

export const termsVerbs: readonly Verb[] = [
  {
    name: 'terms show',
    summary: 'Show the versions of the terms and the privacy notice, and who has agreed to them.',
    help: ['Counts registered customers. Warns if a text was changed without a new version.'],
    run: async ({ db, progress }) => shown(await readCampaign(db), db, progress),
  },
  {
    name: 'terms set',
    usage: '[--terms VERSION] [--privacy VERSION] [--yes]',
    summary: 'Give the terms or the privacy notice a new version, and ask customers to agree again.',
    help: [
      'First change the texts in campaign/, build and deploy. Then run this on the same release: it records the text of the',
      'version. At their next start, customers who agreed to another version see the changes. Until they',
      'agree, they can read, withdraw and leave, but not send anything new. Writes that already wait on their phones are still',
      'accepted. If customers must agree again, the command only runs with --yes.',
      '',
      'Example: terms set --terms 2027-01 --yes',
    ],
    dryRun: true,
    run: set,
  },
]

async function set(context: Context): Promise<Outcome> {
  const { db, options, dryRun, progress } = context
  const versions = { terms: textOption(context, 'terms'), privacy: textOption(context, 'privacy') }
  const change = { kind: 'terms', ...versions } as const
  const { detail } = await runAction('changeSetUp', context, { change, seen: null })
  const asked = Number(detail.asked)
  if (asked > 0 && options.yes !== true && !dryRun)
    throw new CliError(`${asked} customers would have to agree again. To do this, add --yes.`)
  const { lines, data } = await shown(await readCampaign(db), db, progress)
  return {
    lines: [...lines, `${asked} customers are asked to agree again at their next start.`],
    data,
    detail,
  }
}

async function shown(campaign: Campaign, db: Db, progress: Progress): Promise<Outcome> {
  const registered = await countRegistered(db)
  const rows = []
  for (const document of withProgress(progress, 'Counting customers', legalDocuments)) {
    const version = versionOf(campaign, document)
    const agreed = await countAgreed(db, document, version)
    rows.push({ document, version, agreed, asked: registered - agreed, text: textState(campaign, document) })
  }
  const lines = table(
    ['text', 'version', 'agreed', 'to be asked', 'state'],
    rows.map(row => [documentNames[row.document], row.version, row.agreed, row.asked, row.text].map(String)),
  )
  return { lines, data: rows, detail: {} }
}
