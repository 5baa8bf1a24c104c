import { assertNever } from '#contract/assert-never.ts'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { type Campaign, campaignState, readCampaign } from '#server/campaign/clock.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import { seedCampaign } from '#server/data/seed.ts'

type Mode = Campaign['mode']

/** Making the campaign's data, and opening and closing it. */
export const campaignVerbs: readonly Verb[] = [
  {
    name: 'init',
    usage: '[--demo]',
    summary:
      'Make the database, the address lists and the campaign that campaign/ defines, where there are none.',
    help: [
      'Makes the tables where DATABASE_URL or DATA_DIR says, and fills them with the address lists of Thailand, the',
      'campaign that campaign/definition.ts describes, and the stores of campaign/stores.csv. While it counts its dates',
      'in days from today the campaign shows "coming soon" until you say `dates set` and `auto`; --demo opens it at',
      'once, to try it. What is there already stays as it is: run it as often as you like.',
      '',
      'Example: init --demo',
    ],
    options: { demo: { type: 'boolean' } },
    args: { min: 0, max: 0 },
    async run({ db, now, options }) {
      await seedCampaign(db, now, options.demo === true ? 'demo' : 'own')
      return told(await readCampaign(db), now)
    },
  },
  mode('open', 'open', 'Open the campaign now, whatever its dates say.'),
  mode('close', 'ended', 'End the campaign now, whatever its dates say. Nothing is taken any more.'),
  mode('pending', 'pending', 'Put the campaign back to "coming soon", whatever its dates say.'),
  mode('auto', 'auto', 'Let the campaign open and close by its dates.'),
]

function mode(name: string, value: Mode, summary: string): Verb {
  return {
    name,
    usage: '',
    summary,
    help: ['Customers see it with their next look at the campaign; `auto` goes back to the dates.'],
    args: { min: 0, max: 0 },
    run: context => setMode(context, value),
  }
}

async function setMode({ db, now }: Context, value: Mode): Promise<Outcome> {
  const before = await readCampaign(db)
  await db.updateTable('campaign').set({ mode: value }).where('id', '=', before.id).execute()
  const outcome = told(await readCampaign(db), now)
  return { ...outcome, detail: { from: before.mode, to: value } }
}

function told(campaign: Campaign, now: number): Outcome {
  const state = campaignState(campaign, now)
  const data = { state, mode: campaign.mode, opensAt: campaign.opens_at, closesAt: campaign.closes_at }
  return {
    lines: [
      `The campaign is ${state} (${reason(campaign.mode)}).`,
      `By its dates it opens ${bangkokTime(campaign.opens_at)} and closes ${bangkokTime(campaign.closes_at)} in Bangkok.`,
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
