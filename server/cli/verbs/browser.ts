import { readCampaign } from '#server/campaign/clock.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'

export const browserVerbs: readonly Verb[] = [
  {
    name: 'browser',
    usage: 'allow|refuse',
    summary: 'Allow customers to use the app in a browser outside LINE, or send them to LINE.',
    help: [
      '`refuse` (the default of a new campaign) sends customers who open the app outside LINE to the same page in LINE.',
      '`allow` lets them stay in their browser and sign in with LINE Login.',
      '',
      'Example: browser allow',
    ],
    run: setBrowser,
  },
]

async function setBrowser({ db, args }: Context): Promise<Outcome> {
  const [word] = args
  if (word !== 'allow' && word !== 'refuse') throw new CliError(`"${word}": must be allow or refuse`)
  const before = await readCampaign(db)
  const allowed = word === 'allow'
  await db
    .updateTable('campaign')
    .set({ allow_external_browser: allowed ? 1 : 0 })
    .where('id', '=', before.id)
    .execute()
  return {
    lines: [allowed ? 'Browsers outside LINE are allowed.' : 'Browsers outside LINE are sent to LINE.'],
    data: { allowExternalBrowser: allowed },
    detail: { from: before.allow_external_browser === 1, to: allowed },
  }
}
