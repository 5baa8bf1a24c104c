import { assertNever } from '#contract/assert-never.ts'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { type Campaign, campaignState, readCampaign } from '#server/campaign/clock.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import { seedCampaign } from '#server/data/seed.ts'

type Mode = Campaign['mode']

export const campaignVerbs: readonly Verb[] = [
  {
    name: 'init',
    usage: '[--demo]',
    summary:
      'Create the database, the address lists and the campaign from campaign/, unless they already exist.',
    help: [
      'Creates the tables in DATABASE_URL or DATA_DIR, and fills them with the address lists of Thailand, the campaign',
      'from campaign/definition.ts and the stores from campaign/stores.csv. If the dates in the definition are relative',
      'to today, the campaign shows "coming soon" until you run `dates set` and `auto`; --demo opens it immediately, to try',
      'it out. Existing data is never changed, so it is safe to run this again.',
      '',
      'Example: init --demo',
    ],
    async run({ db, now, options }) {
      await seedCampaign(db, now, options.demo === true ? 'demo' : 'own')
      return statusOutcome(await readCampaign(db), now)
    },
  },
  mode('open', 'open', 'Open the campaign now, regardless of its dates.'),
  mode(
    'close',
    'ended',
    'End the campaign now, regardless of its dates. No more receipts or answers are accepted.',
  ),
  mode('pending', 'pending', 'Set the campaign back to "coming soon", regardless of its dates.'),
  mode('auto', 'auto', 'Open and close the campaign on its dates.'),
]

function mode(name: string, value: Mode, summary: string): Verb {
  return {
    name,
    summary,
    help: [
      'Customers see the change the next time their app loads the campaign. `auto` returns to the dates.',
    ],
    run: context => setMode(context, value),
  }
}

async function setMode({ db, now }: Context, value: Mode): Promise<Outcome> {
  const before = await readCampaign(db)
  await db.updateTable('campaign').set({ mode: value }).where('id', '=', before.id).execute()
  const outcome = statusOutcome(await readCampaign(db), now)
  return { ...outcome, detail: { from: before.mode, to: value } }
}

function statusOutcome(campaign: Campaign, now: number): Outcome {
  const state = campaignState(campaign, now)
  const data = { state, mode: campaign.mode, opensAt: campaign.opens_at, closesAt: campaign.closes_at }
  return {
    lines: [
      `The campaign is ${state} (${reason(campaign.mode)}).`,
      `Dates: opens ${bangkokTime(campaign.opens_at)}, closes ${bangkokTime(campaign.closes_at)} (Bangkok time).`,
    ],
    data: {
      ...data,
      opensAt: isoOf(data.opensAt),
      closesAt: isoOf(data.closesAt),
    },
    detail: {},
  }
}

function reason(value: Mode): string {
  switch (value) {
    case 'auto':
      return 'by its dates'
    case 'open':
    case 'pending':
    case 'ended':
      return 'set by hand'
    default:
      return assertNever(value)
  }
}
