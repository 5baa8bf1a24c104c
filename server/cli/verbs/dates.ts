import { ruleFields } from '#contract/desk/set-up.ts'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { runAction } from '#server/cli/action-verb.ts'
import { textOption, timeOption, wholeNumber } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { bounds } from '#server/data/bounds.ts'
import { ruleColumns } from '#server/desk/set-up/state.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'
import { dateOptions, numberOptions, type RuleChange, rulesIn } from '#server/set-up/rules.ts'

const { 'review-days': reviewDays, ...numbers } = numberOptions

const OPTIONS = [
  ...Object.keys(dateOptions),
  ...Object.keys(numbers),
  'min-amount',
  'review-days',
  'permit-no',
]

export const dateVerbs: readonly Verb[] = [
  {
    name: 'dates show',
    summary: 'Show the campaign’s dates and rules.',
    help: ['Times are in Bangkok time.'],
    run: async ({ db }) => rulesOutcome(await readCampaign(db), {}),
  },
  {
    name: 'dates set',
    usage: OPTIONS.map(name => `[--${name} …]`).join(' '),
    summary: 'Set the campaign’s dates and rules.',
    help: [
      'Dates are times with a zone, such as 2026-12-01T00:00:00+07:00, and must be in this order: opening, close, draw,',
      'announcement, deadline for winners to confirm. Amounts are in baht; --permit-no "" removes the number.',
      '--review-days is the number of days that the app promises for the review of a receipt; "" removes the promise.',
      '--second-look is the share of receipt decisions that a second reviewer checks, in percent; 5 unless you set it.',
      '--second-look-from is the amount in baht from which every decision gets a second look; 5000 unless you set it.',
      'New rules apply from now on; tickets already given stay valid. The opening and the close are fixed once the',
      'draw’s list is sealed, and the announcement date is fixed once the result is announced.',
      'After the announcement, the deadline for winners to confirm can only move to a later time.',
      '',
      'Example: dates set --opens 2026-12-01T00:00:00+07:00 --closes 2026-12-31T23:59:59+07:00 --baht-per-right 100',
    ],
    dryRun: true,
    run: set,
  },
]

async function set(context: Context): Promise<Outcome> {
  const columns: RuleChange = {
    ...timesIn(context),
    ...numbersIn(context),
    ...amountIn(context),
    ...reviewDaysIn(context),
    ...permitIn(context),
  }
  if (Object.keys(columns).length === 0)
    throw new CliError(`Nothing to set: give at least one of --${OPTIONS.join(', --')}`)
  const given = ruleFields.filter(field => columns[ruleColumns[field]] !== undefined)
  const values = Object.fromEntries(given.map(field => [field, columns[ruleColumns[field]]]))
  const change = { kind: 'rules', set: values } as const
  const done = await runAction('changeSetUp', context, { change, seen: null }).catch(error => {
    // A script may set the same values again.
    if (error instanceof SetUpRefusal && error.code === 'NOTHING') return { detail: {} }
    throw error
  })
  return rulesOutcome(await readCampaign(context.db), done.detail)
}

function timesIn(context: Context): RuleChange {
  const change: RuleChange = {}
  for (const [name, column] of Object.entries(dateOptions)) {
    const at = timeOption(context, name)
    if (at !== null) change[column] = at
  }
  return change
}

function numbersIn(context: Context): RuleChange {
  const change: RuleChange = {}
  for (const [name, { column, within }] of Object.entries(numbers)) {
    const text = textOption(context, name)
    if (text !== undefined) change[column] = wholeNumber(text, `--${name}`, within)
  }
  return change
}

function amountIn(context: Context): RuleChange {
  const text = textOption(context, 'min-amount')
  if (text === undefined) return {}
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text))
    throw new CliError('--min-amount: must be an amount in baht, such as 100 or 99.50')
  return { min_amount_satang: Math.round(Number(text) * SATANG) }
}

function reviewDaysIn(context: Context): RuleChange {
  const text = textOption(context, 'review-days')?.trim()
  if (text === undefined) return {}
  return { review_days: text === '' ? null : wholeNumber(text, '--review-days', reviewDays.within) }
}

function permitIn(context: Context): RuleChange {
  const text = textOption(context, 'permit-no')?.trim()
  if (text === undefined) return {}
  if (text.length > bounds.permitNoLength || /\p{Cc}/u.test(text))
    throw new CliError(`--permit-no: must be a single line of at most ${bounds.permitNoLength} characters`)
  return { permit_no: text === '' ? null : text }
}

function rulesOutcome(campaign: Campaign, detail: Readonly<Record<string, unknown>>): Outcome {
  const rules = Object.entries(rulesIn(campaign)).map(([name, value]) =>
    name === 'minAmountSatang' ? (['minAmount', Number(value) / SATANG] as const) : ([name, value] as const),
  )
  const isTime = (name: string): boolean => /(At|By)$/.test(name)
  const lines = table(
    ['rule', 'value'],
    rules.map(([name, value]) => [name, isTime(name) ? bangkokTime(Number(value)) : String(value ?? '')]),
  )
  const data = Object.fromEntries(
    rules.map(([name, value]) => [name, isTime(name) ? isoOf(Number(value)) : value]),
  )
  const modeNote =
    campaign.mode === 'auto'
      ? []
      : [`The campaign was set to ${campaign.mode} by hand; run \`auto\` to use these dates.`]
  return { lines: [...lines, ...modeNote], data, detail }
}
