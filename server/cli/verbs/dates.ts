import { isoOf, momentOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { textOption, timeOption, wholeNumber } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { bounds } from '#server/data/bounds.ts'
import type { Db } from '#server/store/tables.ts'

type Change = Partial<Campaign>

const timeOptions = {
  opens: 'opens_at',
  closes: 'closes_at',
  draw: 'draw_at',
  announce: 'announce_at',
  'confirm-by': 'confirm_by',
} as const
type TimeName = keyof typeof timeOptions

const numbers = {
  'baht-per-right': { column: 'baht_per_right', within: bounds.bahtPerRight },
  'max-per-day': { column: 'max_receipts_per_day', within: bounds.maxReceiptsPerDay },
  'min-age': { column: 'min_age', within: bounds.minAge },
} as const

const OPTIONS = [
  ...Object.keys(timeOptions),
  ...Object.keys(numbers),
  'min-amount',
  'review-days',
  'permit-no',
]

/** Verbs for the campaign's dates and rules. */
export const dateVerbs: readonly Verb[] = [
  {
    name: 'dates show',
    usage: '',
    summary: 'Show the campaign’s dates and rules.',
    help: ['Times are in Bangkok time.'],
    args: { min: 0, max: 0 },
    run: async ({ db }) => rulesOutcome(await readCampaign(db), {}),
  },
  {
    name: 'dates set',
    usage: OPTIONS.map(name => `[--${name} …]`).join(' '),
    summary: 'Set the campaign’s dates and rules.',
    help: [
      'Dates are times with a zone, such as 2026-12-01T00:00:00+07:00, and must be in this order: opening, close, draw,',
      'announcement, deadline for winners to confirm. Amounts are in baht; --permit-no "" removes the number.',
      '--review-days is the promise that customers see on a receipt under review; "" promises nothing.',
      'New rules apply from now on; tickets already given stay valid. The opening and the close are fixed once the',
      'draw’s list is sealed, and the announcement date is fixed once the result is announced.',
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
    ...timesIn(context),
    ...numbersIn(context),
    ...amountIn(context),
    ...reviewDaysIn(context),
    ...permitIn(context),
  }
  if (Object.keys(change).length === 0)
    throw new CliError(`Nothing to set: give at least one of --${OPTIONS.join(', --')}`)
  const after = { ...before, ...change }
  requireOrder(after)
  await requireMovable(db, before, after)
  await db.updateTable('campaign').set(change).where('id', '=', before.id).execute()
  const names = Object.keys(change) as (keyof Campaign)[]
  const detail = Object.fromEntries(names.map(name => [name, { from: before[name], to: after[name] }]))
  return rulesOutcome(after, detail)
}

function timesIn(context: Context): Change {
  const change: Change = {}
  for (const [name, column] of Object.entries(timeOptions) as [TimeName, (typeof timeOptions)[TimeName]][]) {
    const at = timeOption(context, name)
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
    throw new CliError('--min-amount: must be an amount in baht, such as 100 or 99.50')
  return { min_amount_satang: Math.round(Number(text) * SATANG) }
}

function reviewDaysIn(context: Context): Change {
  const text = textOption(context, 'review-days')?.trim()
  if (text === undefined) return {}
  return { review_days: text === '' ? null : wholeNumber(text, '--review-days', bounds.reviewDays) }
}

function permitIn(context: Context): Change {
  const text = textOption(context, 'permit-no')?.trim()
  if (text === undefined) return {}
  if (text.length > bounds.permitNoLength || /\p{Cc}/u.test(text))
    throw new CliError(`--permit-no: must be a single line of at most ${bounds.permitNoLength} characters`)
  return { permit_no: text === '' ? null : text }
}

function requireOrder(campaign: Campaign): void {
  const names = Object.keys(timeOptions) as TimeName[]
  for (const [index, name] of names.entries()) {
    const next = names[index + 1]
    if (next && campaign[timeOptions[name]] >= campaign[timeOptions[next]]) {
      const [first, second] = [
        bangkokTime(campaign[timeOptions[name]]),
        bangkokTime(campaign[timeOptions[next]]),
      ]
      throw new CliError(`--${next}: ${second} must be later than --${name}, ${first}`)
    }
  }
}

/**
 * Throws CliError if a date can no longer change: the campaign's dates once the draw's list is sealed, the
 * announcement date once the result is announced. The close must stay before the published beacon time.
 */
async function requireMovable(db: Db, before: Campaign, after: Campaign): Promise<void> {
  const draw = await db
    .selectFrom('draw')
    .select(['sealed_at', 'beacon_at'])
    .where('id', '=', before.draw_id ?? '')
    .executeTakeFirst()
  const moved = before.closes_at !== after.closes_at || before.opens_at !== after.opens_at
  if (moved && draw && draw.sealed_at !== null)
    throw new CliError('--closes: cannot be changed because the draw’s list is sealed')
  if (draw && draw.beacon_at !== null && after.closes_at >= draw.beacon_at) {
    throw new CliError('--closes: must be before the beacon time that was published for the draw')
  }
  if (before.announced_at !== null && before.announce_at !== after.announce_at) {
    throw new CliError('--announce: the result is already announced; see `announce`')
  }
}

function rulesOutcome(campaign: Campaign, detail: Readonly<Record<string, unknown>>): Outcome {
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
    reviewDays: campaign.review_days,
    permitNo: campaign.permit_no,
  }
  const shown = (name: string, value: string | number | null): string =>
    /(At|By)$/.test(name) ? bangkokTime(momentOf(String(value))) : String(value ?? '')
  const lines = table(
    ['rule', 'value'],
    Object.entries(data).map(([name, value]) => [name, shown(name, value)]),
  )
  const modeNote =
    campaign.mode === 'auto'
      ? []
      : [`The campaign was set to ${campaign.mode} by hand; run \`auto\` to use these dates.`]
  return { lines: [...lines, ...modeNote], data, detail }
}
