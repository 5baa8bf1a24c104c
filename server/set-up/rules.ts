import type { DeskAnswer } from '#contract/desk-calls.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import type { Campaign } from '#server/campaign/clock.ts'
import { bounds } from '#server/data/bounds.ts'
import { SECOND_LOOK_BAHT, SECOND_LOOK_PERCENT } from '#server/review/second-look.ts'
import type { Db } from '#server/store/tables.ts'
import { requireBounds, requireNear, SetUpRefusal } from './refusal.ts'

export type RuleChange = Partial<
  Pick<
    Campaign,
    | 'opens_at'
    | 'closes_at'
    | 'draw_at'
    | 'announce_at'
    | 'confirm_by'
    | 'baht_per_right'
    | 'min_amount_satang'
    | 'max_receipts_per_day'
    | 'min_age'
    | 'review_days'
    | 'second_look_percent'
    | 'second_look_baht'
    | 'permit_no'
  >
>

export const rulesIn = (campaign: Campaign): DeskAnswer<'setUp'>['rules'] => ({
  opensAt: campaign.opens_at,
  closesAt: campaign.closes_at,
  drawAt: campaign.draw_at,
  announceAt: campaign.announce_at,
  confirmBy: campaign.confirm_by,
  bahtPerRight: campaign.baht_per_right,
  minAmountSatang: campaign.min_amount_satang,
  maxReceiptsPerDay: campaign.max_receipts_per_day,
  minAge: campaign.min_age,
  reviewDays: campaign.review_days,
  secondLookPercent: campaign.second_look_percent ?? SECOND_LOOK_PERCENT,
  secondLookBaht: campaign.second_look_baht ?? SECOND_LOOK_BAHT,
  permitNo: campaign.permit_no,
})

/** The campaign's dates in order, by command line option. */
export const dateOptions = {
  opens: 'opens_at',
  closes: 'closes_at',
  draw: 'draw_at',
  announce: 'announce_at',
  'confirm-by': 'confirm_by',
} as const
type DateName = keyof typeof dateOptions

export const numberOptions = {
  'baht-per-right': { column: 'baht_per_right', within: bounds.bahtPerRight },
  'max-per-day': { column: 'max_receipts_per_day', within: bounds.maxReceiptsPerDay },
  'min-age': { column: 'min_age', within: bounds.minAge },
  'review-days': { column: 'review_days', within: bounds.reviewDays },
  'second-look': { column: 'second_look_percent', within: bounds.secondLookPercent },
  'second-look-from': { column: 'second_look_baht', within: bounds.secondLookBaht },
} as const

/**
 * Returns the changed campaign without storing it. Throws SetUpRefusal if a rule is out of bounds, if the dates are too
 * far ahead or not in order or can no longer be changed, or if winners would have less time to confirm.
 */
export async function plannedRules(
  db: Db,
  before: Campaign,
  change: RuleChange,
  now: number,
): Promise<Campaign> {
  const after = { ...before, ...change }
  requireNumbers(change)
  for (const [name, column] of Object.entries(dateOptions))
    requireNear(after[column], { before: before[column], now, option: `--${name}`, field: column })
  requireOrder(after)
  await requireMovable(db, before, after)
  requireTimeToConfirm(before, after, now)
  return after
}

/** The caller must have locked the campaign. Throws the same errors as `plannedRules`. */
export async function changeRules(
  db: Db,
  before: Campaign,
  change: RuleChange,
  now: number,
): Promise<Campaign> {
  const after = await plannedRules(db, before, change, now)
  await db.updateTable('campaign').set(change).where('id', '=', before.id).execute()
  return after
}

export const changedRules = (
  before: Campaign,
  after: Campaign,
  change: RuleChange,
): Record<string, { from: string | number | null; to: string | number | null }> =>
  Object.fromEntries(
    (Object.keys(change) as (keyof RuleChange)[]).map(name => [
      name,
      { from: before[name], to: after[name] },
    ]),
  )

function requireNumbers(change: RuleChange): void {
  for (const [option, { column, within }] of Object.entries(numberOptions)) {
    const value = change[column] ?? null
    if (value !== null) requireBounds(value, within, { option: `--${option}`, field: column })
  }
}

function requireOrder(campaign: Campaign): void {
  const names = Object.keys(dateOptions) as DateName[]
  for (const [index, name] of names.entries()) {
    const next = names[index + 1]
    if (!next || campaign[dateOptions[name]] < campaign[dateOptions[next]]) continue
    const [first, second] = [campaign[dateOptions[name]], campaign[dateOptions[next]]]
    throw new SetUpRefusal(
      'ORDER',
      `--${next}: ${bangkokTime(second)} must be later than --${name}, ${bangkokTime(first)}`,
      { first: dateOptions[name], second: dateOptions[next] },
    )
  }
}

/**
 * Throws SetUpRefusal for a date that can no longer change: the campaign's dates once the draw's list is sealed, and
 * the announcement date once the result is announced. The campaign must close before the published beacon time.
 */
async function requireMovable(db: Db, before: Campaign, after: Campaign): Promise<void> {
  const draw = await db
    .selectFrom('draw')
    .select(['sealed_at', 'beacon_at'])
    .where('id', '=', before.draw_id ?? '')
    .executeTakeFirst()
  const moved = before.closes_at !== after.closes_at || before.opens_at !== after.opens_at
  if (moved && draw && draw.sealed_at !== null)
    throw new SetUpRefusal('SEALED', '--closes: cannot be changed because the draw’s list is sealed')
  if (draw && draw.beacon_at !== null && after.closes_at >= draw.beacon_at) {
    throw new SetUpRefusal(
      'BEACON',
      '--closes: must be before the beacon time that was published for the draw',
      { time: draw.beacon_at },
    )
  }
  if (before.announced_at !== null && before.announce_at !== after.announce_at)
    throw new SetUpRefusal('ANNOUNCED', '--announce: the result is already announced; see `announce`')
}

/**
 * Winners see the deadline on their screens and in their LINE messages, so it cannot be moved earlier after the
 * announcement. Before that, it must be later than the announcement, whose actual time may differ from the campaign's
 * date.
 */
function requireTimeToConfirm(before: Campaign, after: Campaign, now: number): void {
  if (before.announced_at === null || after.confirm_by >= before.confirm_by) return
  if (after.confirm_by <= before.announced_at && before.announced_at > now)
    throw new SetUpRefusal(
      'CONFIRM_TOO_EARLY',
      `--confirm-by: ${bangkokTime(after.confirm_by)} must be later than the announcement, ${bangkokTime(before.announced_at)}`,
      { time: before.announced_at },
    )
  if (before.announced_at > now) return
  throw new SetUpRefusal(
    'CONFIRM_EARLIER',
    `--confirm-by: winners were told ${bangkokTime(before.confirm_by)}, so the deadline can only move later`,
    { time: before.confirm_by },
  )
}
