import { isoOf, momentOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { momentOption, textOption, wholeNumber } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { bounds } from '#server/data/bounds.ts'
import type { Db } from '#server/store/tables.ts'

type Change = Partial<Campaign>

const moments = {
  opens: 'opens_at',
  closes: 'closes_at',
  draw: 'draw_at',
  announce: 'announce_at',
  'confirm-by': 'confirm_by',
} as const
type Moment = keyof typeof moments

const numbers = {
  'baht-per-right': { column: 'baht_per_right', within: bounds.bahtPerRight },
  'max-per-day': { column: 'max_receipts_per_day', within: bounds.maxReceiptsPerDay },
  'min-age': { column: 'min_age', within: bounds.minAge },
} as const

const OPTIONS = [...Object.keys(moments), ...Object.keys(numbers), 'min-amount', 'permit-no']

/** The campaign's dates and rules. */
export const dateVerbs: readonly Verb[] = [
  {
    name: 'dates show',
    usage: '',
    summary: 'Show the campaign’s dates and rules.',
    help: ['Times are those of Bangkok.'],
    args: { min: 0, max: 0 },
    run: async ({ db }) => told(await readCampaign(db), {}),
  },
  {
    name: 'dates set',
    usage: OPTIONS.map(name => `[--${name} …]`).join(' '),
    summary: 'Set the campaign’s dates and rules.',
    help: [
      'Dates are times with a zone, such as 2026-12-01T00:00:00+07:00, and must stay in this order: opening, close,',
      'draw, announcement, deadline for confirming. Amounts are in baht; --permit-no "" takes the number away.',
      'Rules hold for what is decided from now on; rights that were given stay. Once the draw’s list is sealed the',
      'close stays as it is, and once the result is announced so does its date.',
      '',
      'Example: dates set --opens 2026-12-01T00:00:00+07:00 --closes 2026-12-31T23:59:59+07:00 --baht-per-right 100',
    ],
    options: Object.fromEntries(OPTIONS.map(name => [name, { type: 'string' as const }])),
    args: { min: 0, max: 0 },
    dryRun: true,
    run: set,
  },
]

async function set(context: Context): Promise<Outcome> {
  const { db } = context
  const before = await readCampaign(db)
  const change: Change = {
    ...momentsIn(context),
    ...numbersIn(context),
    ...amountIn(context),
    ...permitIn(context),
  }
  if (Object.keys(change).length === 0)
    throw new CliError(`Nothing to set: give one of --${OPTIONS.join(', --')}`)
  const after = { ...before, ...change }
  requireOrder(after)
  await requireMovable(db, before, after)
  await db.updateTable('campaign').set(change).where('id', '=', before.id).execute()
  const names = Object.keys(change) as (keyof Campaign)[]
  const detail = Object.fromEntries(names.map(name => [name, { from: before[name], to: after[name] }]))
  return told(after, detail)
}

function momentsIn(context: Context): Change {
  const change: Change = {}
  for (const [name, column] of Object.entries(moments) as [Moment, (typeof moments)[Moment]][]) {
    const at = momentOption(context, name)
    if (at !== null) change[column] = at
  }
  return change
}

function numbersIn(context: Context): Change {
  const change: Change = {}
  for (const [name, { column, within }] of Object.entries(numbers)) {
    const text = textOption(context, name)
    if (text !== undefined) change[column] = wholeNumber(text, `--${name}`, within)
  }
  return change
}

function amountIn(context: Context): Change {
  const text = textOption(context, 'min-amount')
  if (text === undefined) return {}
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text))
    throw new CliError('--min-amount: an amount in baht such as 100 or 99.50 is needed')
  return { min_amount_satang: Math.round(Number(text) * SATANG) }
}

function permitIn(context: Context): Change {
  const text = textOption(context, 'permit-no')?.trim()
  if (text === undefined) return {}
  if (text.length > bounds.permitNoLength || /\p{Cc}/u.test(text))
    throw new CliError(`--permit-no: one line of at most ${bounds.permitNoLength} signs`)
  return { permit_no: text === '' ? null : text }
}

function requireOrder(campaign: Campaign): void {
  const names = Object.keys(moments) as Moment[]
  for (const [index, name] of names.entries()) {
    const next = names[index + 1]
    if (next && campaign[moments[name]] >= campaign[moments[next]]) {
      const [first, second] = [bangkokTime(campaign[moments[name]]), bangkokTime(campaign[moments[next]])]
      throw new CliError(`--${next}: ${second} must be later than --${name}, ${first}`)
    }
  }
}

/** What has been promised on a date stays: the sealed list is the list of that close. */
async function requireMovable(db: Db, before: Campaign, after: Campaign): Promise<void> {
  const draw = await db
    .selectFrom('draw')
    .select(['sealed_at', 'beacon_at'])
    .where('id', '=', before.draw_id ?? '')
    .executeTakeFirst()
  const moved = before.closes_at !== after.closes_at || before.opens_at !== after.opens_at
  if (moved && draw && draw.sealed_at !== null) throw new CliError('--closes: the list of the draw is sealed')
  if (draw && draw.beacon_at !== null && after.closes_at >= draw.beacon_at) {
    throw new CliError('--closes: must be before the beacon that was promised for the draw')
  }
  if (before.announced_at !== null && before.announce_at !== after.announce_at) {
    throw new CliError('--announce: the result is announced already; see `announce`')
  }
}

function told(campaign: Campaign, detail: Readonly<Record<string, unknown>>): Outcome {
  const data = {
    opensAt: isoOf(campaign.opens_at),
    closesAt: isoOf(campaign.closes_at),
    drawAt: isoOf(campaign.draw_at),
    announceAt: isoOf(campaign.announce_at),
    confirmBy: isoOf(campaign.confirm_by),
    bahtPerRight: campaign.baht_per_right,
    minAmount: campaign.min_amount_satang / SATANG,
    maxReceiptsPerDay: campaign.max_receipts_per_day,
    minAge: campaign.min_age,
    permitNo: campaign.permit_no,
  }
  const shown = (name: string, value: string | number | null): string =>
    /(At|By)$/.test(name) ? bangkokTime(momentOf(String(value))) : String(value ?? '')
  const lines = table(
    ['rule', 'value'],
    Object.entries(data).map(([name, value]) => [name, shown(name, value)]),
  )
  const byHand =
    campaign.mode === 'auto'
      ? []
      : [`The campaign is ${campaign.mode} by hand: \`auto\` lets it go by these dates.`]
  return { lines: [...lines, ...byHand], data, detail }
}
