import { readCampaign } from '#server/campaign/clock.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'

/** Whether the campaign can be used outside LINE. */
export const browserVerbs: readonly Verb[] = [
  {
    name: 'browser',
    usage: 'allow|refuse',
    summary: 'Let customers outside LINE sign in with LINE Login, or lead them into LINE.',
    help: [
      '`refuse`, which a new campaign begins with, sends whoever opens the address outside LINE to the same page',
      'in LINE. `allow` lets them stay in their browser and sign in by LINE Login.',
      '',
      'Example: browser allow',
    ],
    args: { min: 1, max: 1 },
    run: setBrowser,
  },
]

async function setBrowser({ db, args }: Context): Promise<Outcome> {
  const [word] = args
  if (word !== 'allow' && word !== 'refuse') throw new CliError(`"${word}": allow or refuse is needed`)
  const before = await readCampaign(db)
  const allowed = word === 'allow'
  await db
    .updateTable('campaign')
    .set({ allow_external_browser: allowed ? 1 : 0 })
    .where('id', '=', before.id)
    .execute()
  return {
    lines: [allowed ? 'Browsers outside LINE may sign in.' : 'Browsers outside LINE are led into LINE.'],
    data: { allowExternalBrowser: allowed },
    detail: { from: before.allow_external_browser === 1, to: allowed },
  }
}
